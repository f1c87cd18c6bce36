const anyIdMayExist =
  'the request contains only an id, and any text may be an id: a target whose ids have no fixed format answers 404 instead';

const malformedIdIsUnknown =
  'a target may treat an id in another format as an id that does not exist, and answer 404';

const falseIsLeftOut = 'a target may omit the field when it is false, as with is_default';

const sharedShape =
  'a non-textile component consists of a material only; it has this field because both compositions share a shape';

const nothingToRefuse = 'the operation takes only the key, so a service may have nothing to refuse';

/**
 * Parts of the contract that a run may never see, whatever it sends, each with the reason. The key is `getWebhook 400`
 * for an operation's status, and the id of the coverable for everything else. An entry only excuses a part that was not
 * seen: if a target shows it after all, it counts as seen.
 */
export const coverageExceptions: Readonly<Record<string, string>> = {
  'getWebhook 400': anyIdMayExist,
  'deleteWebhook 400': anyIdMayExist,
  'getDeliveryDocument 400': anyIdMayExist,
  'downloadReport 400': anyIdMayExist,
  'getWebhook 400 message': anyIdMayExist,
  'deleteWebhook 400 message': anyIdMayExist,
  'getDeliveryDocument 400 message': anyIdMayExist,
  'downloadReport 400 message': anyIdMayExist,
  'listWebhookEventTypes 400': nothingToRefuse,
  'listWebhookEventTypes 400 message': nothingToRefuse,
  'listWebhooks 400': nothingToRefuse,
  'listWebhooks 400 message': nothingToRefuse,
  'listReports 400': nothingToRefuse,
  'listReports 400 message': nothingToRefuse,
  'listCountries 400': nothingToRefuse,
  'listCountries 400 message': nothingToRefuse,
  'listBrands 400': nothingToRefuse,
  'listBrands 400 message': nothingToRefuse,
  'getAttributeGroups 400': malformedIdIsUnknown,
  'getAttributeGroups 400 message': malformedIdIsUnknown,
  'getAttributeGroups 200 [].is_multiselect=false': falseIsLeftOut,
  'getProductResults 200 items[].requestItem.material_composition_non_textile[].components[].fraction':
    sharedShape,
  'createWebhook 200 enabled=false': 'no request can create a subscription that is disabled from the start',
  'listProducts 200 items[].material_composition_non_textile[].components[].fraction': sharedShape,
};
