import { covers, expect, test } from '#fixtures';
import { beAnotherFileThan, fileInWords } from '#src/verdicts/oracles/file';

test(
  "An order's delivery document can be downloaded before and after its items are shipped",
  covers('ORD-02'),
  async ({ api, given, note, verify }) => {
    const documentOf = async (number: string) => {
      const download = await api.getDeliveryDocument({ path: { number } });
      await verify('ORD-02', download, expect(download).toHaveStatus(200));
      await verify('ORD-02', download, expect(download).toBeAFileOfItsMediaType());
      note('ORD-02', fileInWords(download));
      return download;
    };
    const [one, another] = await given.ordersWithDocument();
    const download = await documentOf(one.order_number);
    if (another === undefined) {
      note('ORD-02', 'not looked at: whether another order has a different document');
      note('ORD-02', 'not looked at: the document of a shipped order');
      return;
    }
    const other = await documentOf(another.order_number);
    if (download.succeeded && other.succeeded)
      await verify('ORD-02', other, expect(other).to(beAnotherFileThan, download));
    if (!given.canMakeOrders) {
      note('ORD-02', 'not looked at: the document of a shipped order');
      return;
    }

    await given.shipped(another);
    const { entries } = await given.everyPage('listOrders');
    const shipped = entries.find(({ order_number }) => order_number === another.order_number);
    // An order that names no document need not have one (gap G-11).
    if (shipped?.delivery_document_url === null)
      note('ORD-02', 'not looked at: the document of a shipped order, which names none');
    else await documentOf(another.order_number);
  },
);
