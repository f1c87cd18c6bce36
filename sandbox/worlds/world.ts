import { SIGNATURE_HEADER } from '../domain/webhooks.js';
import { type Asked, CLEAN, type Planting, type Sent, type Workings, workingsWith } from '../faults/fault.js';
import { operationIdOf } from '../faults/plants/operations.js';
import { asError, isJson, isSuccess, membersOf } from '../faults/plants/responses.js';
import { DOCUMENTATION_URL } from '../http/documentation.js';
import { UnreadableBody } from '../http/json-body.js';
import type { Operation, OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import type { OperationId } from '../service/operations.js';
import type { Page } from '../settings/page.js';
import { type Change, type Entry, retold, SAME } from './change.js';
import {
  changedDescription,
  changedResponse,
  jsonIn,
  type ResponseChange,
  type ResponseChanges,
} from './responses.js';

/** The parts of a request and its response that a world changes. */
export const PARTS = ['params', 'query', 'body', 'response'] as const;

/** How one operation differs from the usual one. */
export interface OperationWords {
  /** The parameters in the path. */
  readonly params?: Change;
  readonly query?: Change;
  readonly body?: Change;
  /** The change of the JSON in a success. */
  readonly response?: Change;
  /** The status of a success. */
  readonly success?: number;
  /** The status for invalid requests. */
  readonly refusal?: number;
}

/** How operations differ, by their ids. */
export type Words = Readonly<Partial<Record<OperationId, OperationWords>>>;

/** What the code of a world adds to its row in worlds.yaml. */
export interface WorldCode {
  /** Changes that the row names. */
  readonly changes?: Readonly<Record<string, Change>>;
  readonly words?: Words;
  /** Decisions that it makes differently. */
  readonly rules?: Partial<Workings['rules']>;
  /** Has the first word on every request that its key and its limit let pass. Throws ShapeError to refuse it. */
  readonly admit?: (request: OperationRequest, operation: Operation) => void;
  /** How responses differ by their status. */
  readonly responses?: ResponseChanges;
  /** Has the last word on every response. */
  readonly send?: (sent: Sent, asked: Asked) => Sent;
  /**
   * The path of the service below the address of the sandbox; if absent, the service is at the address
   * itself.
   */
  readonly base?: string;
  /** Has the last word on a page of the settings area. */
  readonly sendPage?: (page: Page) => Page;
  /** The URL to route a request to. */
  readonly reach?: (url: string) => string;
  /** Has the last word on an operation of the live description. */
  readonly describe?: (operation: Record<string, unknown>, world: World) => Record<string, unknown>;
}

/** A service that fits the description and fills its gaps in its own way. */
export interface World extends WorldCode {
  readonly name: string;
  /** Its differences, in one sentence. */
  readonly does: string;
  readonly words: Words;
  /** How webhook deliveries differ: in their body, and in the header of their signature. */
  readonly delivery?: { readonly body: Change; readonly header?: string } | undefined;
}

/**
 * The parts of a sandbox, in a world or in none, with or without a fault. A planted fault works in the words
 * of the usual sandbox, and the world translates its responses.
 */
export function workingsIn(world: World | undefined, planting?: Planting): Workings {
  if (world === undefined) return workingsWith(planting);
  const rules = { ...CLEAN.rules, ...world.rules, ...deliveryRules(world) };
  const workings = workingsWith(planting, { ...CLEAN, rules });
  return {
    ...workings,
    base: world.base,
    handle(operation, request) {
      world.admit?.(request, operation);
      return workings.handle(operation, taken(request, wordsFor(operation, world)));
    },
    reach(url, method) {
      const reached = workings.reach(url, method);
      return world.reach?.(reached) ?? reached;
    },
    async sendPage(page, asked) {
      const ours = await workings.sendPage(page, asked);
      return world.sendPage?.(ours) ?? ours;
    },
    async send(sent, asked) {
      const ours = await workings.send(sent, asked);
      const told =
        asked.operation === undefined ? documented(ours, asked, world) : toldIn(ours, asked, world);
      const change = world.responses?.(told.status, operationIdOf(asked.operation?.id), asked);
      const theirs = change === undefined ? told : changedResponse(told, asked, change);
      return world.send?.(theirs, asked) ?? theirs;
    },
  };
}

/** A request translated to our words. Throws ShapeError. */
function taken(request: OperationRequest, words: OperationWords): OperationRequest {
  const { query = SAME, body = SAME, params = SAME } = words;
  const isReadable = !(request.body instanceof UnreadableBody);
  const [, itemsIn] = body.names?.find(([ours]) => ours === 'items') ?? [];
  const items: unknown = itemsIn === undefined ? undefined : Object(request.body)[itemsIn];
  return {
    ...request,
    params: Object(params.take(request.params, '')),
    query: Object(query.take(request.query, '')),
    body: isReadable ? body.take(request.body, '') : request.body,
    itemTexts: Array.isArray(items) ? items.map((item) => JSON.stringify(item)) : request.itemTexts,
  };
}

/** How an operation differs in the world; nothing if it doesn't, or if a request reached no operation. */
function wordsFor(operation: Operation | undefined, { words }: World): OperationWords {
  const id = operationIdOf(operation?.id);
  return (id && words[id]) ?? {};
}

/** An operation's response in the words of the world. */
function toldIn(sent: Sent, { operation }: Asked, world: World): Sent {
  const { response = SAME, query = SAME, body = SAME, success, refusal } = wordsFor(operation, world);
  const isUsual = sent.status === operation?.response.status;
  const status = (isUsual ? success : sent.status === 400 ? refusal : undefined) ?? sent.status;
  const value = isJson(sent) ? jsonIn(sent.body) : undefined;
  const isTold = isSuccess(sent.status) ? response !== SAME : sent.status === 400;
  if (value === undefined || !isTold) return status === sent.status ? sent : { ...sent, status };
  const theirs = isSuccess(sent.status) ? response.tell(value) : refused(value, [query, body]);
  return { ...sent, status, body: JSON.stringify(theirs) };
}

/** A refusal whose message names fields as the world does. */
function refused(body: unknown, changes: readonly Change[]): unknown {
  if (!isObject(body) || typeof body.message !== 'string') return body;
  return { ...body, message: changes.reduce(retold, body.message) };
}

/** The documentation, with the live description in the words of the world. */
function documented(sent: Sent, { url }: Asked, world: World): Sent {
  const path = url.split('?')[0];
  // The YAML form would show the usual sandbox.
  if (path === `${DOCUMENTATION_URL}/yaml`) return asError(sent, 404, 'There is no such page');
  const isDescription = path === `${DOCUMENTATION_URL}/openapi.json` || path === `${DOCUMENTATION_URL}/json`;
  const document = isDescription && sent.status === 200 ? jsonIn(sent.body) : undefined;
  return isObject(document) ? { ...sent, body: JSON.stringify(described(document, world)) } : sent;
}

/** The rules by which a world's deliveries are signed and sent. */
function deliveryRules({ delivery }: World): Partial<Workings['rules']> {
  if (delivery === undefined) return {};
  const { body: change, header } = delivery;
  const { signDelivery, deliver } = CLEAN.rules;
  const bodyOf = (body: string | Uint8Array) => {
    const text = String(body);
    const ours = jsonIn(text);
    // A fault may have written the body with line breaks: they are part of its lie.
    return ours === undefined ? text : JSON.stringify(change.tell(ours), null, text.includes('\n') ? 2 : 0);
  };
  return {
    signDelivery: (body, secret) => signDelivery(bodyOf(body), secret),
    deliver: (url, body, headers = {}, timeout) =>
      deliver(
        url,
        bodyOf(body),
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name === SIGNATURE_HEADER ? (header ?? name) : name,
            value,
          ]),
        ),
        timeout,
      ),
  };
}

/**
 * The live description of a world, made from that of the usual sandbox. It is also a valid OpenAPI document.
 */
function described(document: Entry, world: World): Entry {
  const { name, does, words, describe = (same) => same } = world;
  const operation = (ours: unknown): unknown => {
    const id = isObject(ours) ? operationIdOf(ours.operationId) : undefined;
    return isObject(ours) && id !== undefined
      ? describe(operationIn(ours, words[id] ?? {}, id, world), world)
      : ours;
  };
  return {
    ...document,
    info: { ...Object(document.info), summary: `The world "${name}" of the sandbox`, description: does },
    paths: membersOf(document.paths, (path) => membersOf(path, operation)),
  };
}

function operationIn(
  ours: Entry,
  words: OperationWords,
  id: OperationId,
  { responses = () => undefined }: World,
): Record<string, unknown> {
  const { body = SAME } = words;
  return {
    ...ours,
    ...(Array.isArray(ours.parameters) && { parameters: parametersIn(ours.parameters, words) }),
    ...(isObject(ours.requestBody) && { requestBody: contentIn(ours.requestBody, body) }),
    responses: responsesIn(ours.responses, words, (status) => responses(status, id)),
  };
}

function parametersIn(
  parameters: readonly unknown[],
  { query = SAME, params = SAME }: OperationWords,
): unknown[] {
  return parameters.filter(isObject).map((parameter) => {
    const ours = { type: 'object', properties: { [String(parameter.name)]: parameter.schema ?? {} } };
    const { properties } = (parameter.in === 'path' ? params : query).describe(ours);
    const [[name, schema] = []] = Object.entries(Object(properties));
    return { ...parameter, name, schema };
  });
}

function responsesIn(
  responses: unknown,
  { response = SAME, success, refusal }: OperationWords,
  changeOf: (status: number) => ResponseChange | undefined,
): Entry {
  const entries = Object.entries(Object(responses)).map(([ours, described]) => {
    const isSuccess = ours.startsWith('2');
    const status = (isSuccess ? success : ours === '400' ? refusal : undefined) ?? Number(ours);
    const told = isSuccess ? contentIn(Object(described), response) : Object(described);
    const change = changeOf(status);
    return [change?.status ?? status, change === undefined ? told : changedDescription(told, change)];
  });
  return Object.fromEntries(entries);
}

/** A request body or a response whose JSON has a different schema. */
function contentIn(holder: Entry, change: Change): Entry {
  const content = holder.content;
  const media = isObject(content) ? content['application/json'] : undefined;
  if (!isObject(content) || !isObject(media) || !isObject(media.schema)) return holder;
  const schema = change.describe(media.schema);
  const example = media.example === undefined ? {} : { example: change.tell(media.example) };
  return { ...holder, content: { ...content, 'application/json': { ...media, schema, ...example } } };
}
