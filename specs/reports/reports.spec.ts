import { covers, expect, inSmoke, never, test } from '#fixtures';
import {
  beAFileOfItsMediaType,
  fileInWords,
  haveRecordsLikeItsHeader,
  nameItsFile,
} from '#src/verdicts/oracles/documents/file';
import { giveAnIdOfEach, listAgain, listWhatThereIs } from '#src/verdicts/oracles/lists/list';

/** The number of reports that are downloaded a second time: few enough for the rate limit of each. */
const twice = 3;

test(
  'Reports are listed, and the list is the same each time',
  never('repeated', inSmoke(covers('RPT-01'))),
  async ({ api, given, verify }) => {
    const listed = await api.listReports();
    await verify('RPT-01', listed, expect(listed).to(listWhatThereIs));
    for (const _time of ['second', 'third']) {
      const again = await api.listReports();
      await verify('RPT-01', again, expect(again).to(listAgain, listed));
    }
    if (Array.isArray(listed.json)) given.firstListed(listed.json, 'report');
  },
);

test(
  'Every listed report can be downloaded by its id, repeatedly',
  covers('RPT-02'),
  async ({ api, given, note, verify }) => {
    const listed = await api.listReports();
    if (Array.isArray(listed.json)) given.firstListed(listed.json, 'report');
    await verify('RPT-02', listed, expect(listed).to(giveAnIdOfEach));

    const download = async ({ id }: { id: string | number }) => {
      const file = await api.downloadReport({ path: { id } });
      note('RPT-02', fileInWords(file));
      if (!(await verify('RPT-02', file, expect(file).to(beAFileOfItsMediaType)))) return;
      await verify('RPT-02', file, expect(file).to(nameItsFile));
      await verify('RPT-02', file, expect(file).to(haveRecordsLikeItsHeader));
    };
    const reports = given.bodyOf(listed, '*.id');
    for (const report of reports) await download(report);

    // A separator and quotes in a value break a carelessly written table.
    if (!given.canWrite) note('RPT-02', 'not looked at: a report with separators and quotes in its values');
    else await given.upserted([{ ...(await given.productItem()), name: `${given.prefix}coat, "long", red` }]);
    if (reports.length > twice)
      note(
        'RPT-02',
        `not looked at: a second download of ${reports.length - twice} of ${reports.length} reports`,
      );
    for (const report of reports.slice(0, twice)) await download(report);
  },
);
