import { covers, expect, fileInWords, inSmoke, test } from '../../fixtures/index.js';

test('Reports are listed', inSmoke(covers('RPT-01')), async ({ api, verify }) => {
  const listed = await api.listReports();
  await verify('RPT-01', listed, () => expect(listed).toList());
});

test('Each listed report can be downloaded', covers('RPT-02'), async ({ api, given, note, verify }) => {
  for (const { id } of await given.reports()) {
    const download = await api.downloadReport({ path: { id } });
    await verify('RPT-02', download, () => expect(download).toHaveStatus(200));
    await verify('RPT-02', download, () => expect(download).toBeAFileOfItsMediaType());
    note('RPT-02', fileInWords(download));
  }
});
