import type { TreeCandidate, TreeMapping } from '@countersign/contracts'
import type { AutoRules } from '../rules/auto-fields.tsx'
import type { CallRules } from '../rules/call-fields.tsx'
import { compact } from '../rules/rules.ts'
import { candidatesIn, readCandidates } from './extensions.ts'
import {
  attributesOf,
  extensionsOf,
  listOf,
  textOf,
  texts,
  withExtensions,
  type Create,
  type ModdleElement,
} from './moddle.ts'

export const SERVICES = ['copy', 'auto', 'callback'] as const

/** What a service task does, without anybody being asked. */
export type Service =
  | { readonly does: 'copy'; readonly candidates: readonly TreeCandidate[] }
  | ({ readonly does: 'auto' } & AutoRules)
  | { readonly does: 'callback'; readonly request: string }

const part = (element: ModdleElement, name: string) =>
  extensionsOf(element).find(({ $type }) => $type === `approval:${name}`)

/** Undefined where nothing is said yet, or what no form has. */
export function readService(task: ModdleElement): Service | undefined {
  const callback = part(task, 'Callback')
  if (callback !== undefined) return { does: 'callback', request: textOf(callback, 'name') }
  const auto = part(task, 'Auto')
  if (auto !== undefined) {
    const rules = listOf(auto.get('rule')).map((rule) => ({
      when: textOf(rule, 'when'),
      result: resultOf(textOf(rule, 'result')),
    }))
    return { does: 'auto', rules, otherwise: resultOf(textOf(auto, 'otherwise')) }
  }
  if (part(task, 'Copy') === undefined) return undefined
  return { does: 'copy', candidates: readCandidates(part(task, 'Candidates')) }
}

const resultOf = (text: string): AutoRules['otherwise'] =>
  text === 'rejected' ? 'rejected' : 'approved'

/** The extension elements with the one thing that the task does. */
export const writeService = (task: ModdleElement, service: Service | undefined, create: Create) =>
  withExtensions(
    task,
    ['Copy', 'Candidates', 'Auto', 'Callback'].map((name) => `approval:${name}`),
    service === undefined ? [] : elementsOf(service, create),
    create,
  )

function elementsOf(service: Service, create: Create): readonly ModdleElement[] {
  switch (service.does) {
    case 'copy': {
      const candidate = candidatesIn(service.candidates, create)
      return [create('approval:Copy', {}), create('approval:Candidates', { candidate })]
    }
    case 'auto': {
      const rule = (service.rules ?? []).map((one) => create('approval:Rule', texts(one)))
      return [create('approval:Auto', { otherwise: service.otherwise, rule })]
    }
    case 'callback':
      return [create('approval:Callback', { name: service.request })]
  }
}

export function readCallRules(call: ModdleElement): CallRules {
  const rules = part(call, 'Call')
  const { onReject } = attributesOf(rules, ['onReject'], []) as Pick<CallRules, 'onReject'>
  const mappings = (way: 'in' | 'out'): readonly TreeMapping[] | undefined => {
    const found = listOf(rules?.get(way)).map((one) => ({
      source: textOf(one, 'source'),
      target: textOf(one, 'target'),
    }))
    return found.length === 0 ? undefined : found
  }
  const inheritVariables = textOf(rules, 'inheritVariables') === 'true' ? true : undefined
  return compact<CallRules>({
    inheritVariables,
    onReject,
    in: mappings('in'),
    out: mappings('out'),
  })
}

export function writeCallRules(call: ModdleElement, rules: CallRules, create: Create) {
  const { in: handed = [], out: back = [], onReject } = rules
  const inherits = rules.inheritVariables === true ? { inheritVariables: 'true' } : {}
  const attributes = { ...inherits, ...(onReject === undefined ? {} : { onReject }) }
  const isSaid = Object.keys(attributes).length + handed.length + back.length > 0
  const children = {
    in: handed.map((one) => create('approval:In', texts(one))),
    out: back.map((one) => create('approval:Out', texts(one))),
  }
  const said = isSaid ? [create('approval:Call', { ...attributes, ...children })] : []
  return withExtensions(call, ['approval:Call'], said, create)
}

/** What comes of an approval that ends here. */
export const readResult = (end: ModdleElement): 'approved' | 'rejected' | undefined => {
  const text = textOf(part(end, 'Result'), 'value')
  return text === 'approved' || text === 'rejected' ? text : undefined
}

export const writeResult = (end: ModdleElement, value: string | undefined, create: Create) =>
  withExtensions(
    end,
    ['approval:Result'],
    value === undefined ? [] : [create('approval:Result', { value })],
    create,
  )

/** Whether an end says what comes of the approval: one that throws an error or cancels says it by that. */
export const saysResult = (element: ModdleElement): boolean =>
  element.$type === 'bpmn:EndEvent' &&
  !listOf(element.get('eventDefinitions')).some(({ $type }) => /(?:Error|Cancel)Event/.test($type))
