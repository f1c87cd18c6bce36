import { pageParameters, paginate, paginationSchema } from '../domain/pagination.js';
import { NO_BODY, operation } from '../http/operation.js';
import { PREFIX } from '../http/prefix.js';
import { array, nullable, object, optional, string } from '../schema/build.js';

/** A rejected style (clause 2.3; content of the hint: gap G-04). */
const rejectionSchema = object({
  style_key: string(),
  rejection_reasons: array(object({ key: string(), type: string(), name: string(), description: string() })),
  rejection_message: string(),
  rejected_product_ids_hint: object({ skus: array(string()) }),
});

export const listRejectedProducts = operation({
  id: 'listRejectedProducts',
  method: 'GET',
  path: '/products/rejected',
  tag: 'Products',
  summary: 'Get rejected products',
  query: object({
    style_key: optional(
      nullable(string(), {
        description: 'only this style; left out or empty, it is null and filters nothing',
      }),
    ),
    ...pageParameters,
  }),
  body: NO_BODY,
  answer: {
    status: 200,
    description: 'A page of the rejected styles',
    json: object({ items: array(rejectionSchema), pagination: paginationSchema }),
  },
  handle({ merchant, query: { style_key = null, page, per_page } }) {
    const rejections = merchant.publication
      .rejections()
      .filter((rejection) => style_key === null || rejection.style_key === style_key);
    const path = `${PREFIX}/products/rejected`;
    return { status: 200, body: paginate(rejections, { page, per_page, path, filters: { style_key } }) };
  },
});
