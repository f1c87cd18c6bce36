import { covers, expect, fileInWords, test } from '../../fixtures/index.js';

test(
  "An order's delivery document can be downloaded",
  covers('ORD-02'),
  async ({ api, given, note, verify }) => {
    const { order_number: number } = await given.someOrder();
    const download = await api.getDeliveryDocument({ path: { number } });
    await verify('ORD-02', download, () => expect(download).toHaveStatus(200));
    await verify('ORD-02', download, () => expect(download).toBeAFileOfItsMediaType());
    note('ORD-02', fileInWords(download));
  },
);
