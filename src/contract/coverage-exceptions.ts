const anyIdMayExist =
  'the request is an id and nothing else, and any text may be one: a target whose ids have no form of their own answers 404 instead';

const malformedIdIsUnknown =
  'an id of another form may be taken for one that does not exist, which is answered 404';

const falseIsLeftOut = 'the field is left out where it is false, as is_default is';

const sharedShape =
  'a non-textile component is a material alone; the field is there because both compositions share a shape';

const nothingToRefuse = 'the operation takes nothing but the key: a service may find nothing to refuse';

/**
 * What the contract documents and a run may never see, whatever it sends, each with the reason: an operation's status as
 * `getWebhook 400`, all else by the id of its coverable. It is an excuse for what was not seen, and nothing more: where a
 * target shows it after all, it counts as seen.
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
  'createWebhook 200 enabled=false': 'a subscription cannot be asked for that is switched off from the start',
  'listProducts 200 items[].material_composition_non_textile[].components[].fraction': sharedShape,
};
