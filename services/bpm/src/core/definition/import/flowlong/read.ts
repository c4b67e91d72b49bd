import type { ApprovalTree, TreeImported, TreeStep } from '@countersign/contracts'
import type { Types } from '../conditions.ts'
import { flagOf, numberOf, objectOf, textOf, type Json } from '../json.ts'
import { joinNotes, notesOf, type Became } from '../notes.ts'
import { readBranches, readRoutes } from './branches.ts'
import { readApproval } from './deciding.ts'
import {
  nameNodes,
  structure,
  type Base,
  type Reading,
  type Said,
  type Tell,
  type Unreadable,
} from './model.ts'
import { readPeople } from './people.ts'
import { readDelay } from './time.ts'

const ofModel: ReadonlySet<string> = new Set(['nodeConfig'])
const none: ReadonlySet<string> = new Set()

/** FlowLong's tree of nodes as a tree of steps: what follows a node is its `childNode`. */
export function readFlowLong(model: Json, types: Types): ApprovalTree | Unreadable {
  const root = objectOf(model, 'nodeConfig') ?? {}
  const named = nameNodes(root)
  if ('code' in named) return named
  const isStart = numberOf(root, 'type') === 0
  const reading = { types, rootKey: textOf(root, 'nodeKey'), ...named }
  const first = isStart ? objectOf(root, 'childNode') : root
  const wins = 'the permission of the business type'
  const ofRoot = new Map<string, Became>([
    ['nodeName', 'mapped'],
    ['type', 'mapped'],
    ['nodeAssigneeList', { wins }],
  ])
  return {
    steps: readChain(reading, first, { isInner: false }),
    ...joinNotes(
      notesOf(
        model,
        new Map([
          ['key', 'mapped'],
          ['name', 'mapped'],
        ]),
        { structure: ofModel },
      ),
      isStart ? notesOf(root, ofRoot, { structure, prefix: 'nodeConfig.' }) : [],
    ),
  }
}

function readChain(
  reading: Reading,
  first: Json | undefined,
  { isInner }: { readonly isInner: boolean },
): readonly TreeStep[] {
  const steps: TreeStep[] = []
  for (let node = first; node !== undefined; node = objectOf(node, 'childNode')) {
    // The end of the whole model is where its last step leads anyway.
    if (numberOf(node, 'type') === -1 && !isInner) break
    const read = readNode(reading, node)
    steps.push(...read)
    if (read.at(-1)?.type === 'end') break
  }
  return steps
}

function readNode(reading: Reading, node: Json): readonly TreeStep[] {
  const id = reading.ids.get(node) ?? ''
  const key = textOf(node, 'nodeKey')
  const name = textOf(node, 'nodeName')?.slice(0, 200) ?? id
  const tell: Tell = (said, more) =>
    tellOf(node, [['nodeKey', key === id ? 'mapped' : { wins: id }], ...said], more)
  const readSteps = (inner: Json | undefined) => readChain(reading, inner, { isInner: true })
  const base = { id, name }
  switch (numberOf(node, 'type')) {
    case -1:
      return [{ ...base, type: 'end', all: true, ...tell([]) }]
    case 1:
      return [readAsked(node, base, tell)]
    case 2:
      return [readCopy(node, base, tell)]
    case 4:
    case 8:
    case 9:
      return [readBranches(reading, node, { base, tell, readSteps })]
    case 5:
      return [readCall(node, base, tell)]
    case 6:
      return [readWait(node, base, tell)]
    case 7:
      return readTrigger(node, base, tell)
    case 23:
      return [readRoutes(reading, node, { base, tell })]
    case 30:
      return [{ ...base, type: 'end', result: 'approved', all: true, ...tell([]) }]
    case 31:
      return [{ ...base, type: 'end', result: 'rejected', all: true, ...tell([]) }]
    default:
      // Its place is kept, and nothing is published before somebody has looked at it.
      return [{ ...base, type: 'auto', otherwise: 'approved', ...tell([['type', 'refused']]) }]
  }
}

/** Notes of a node and of its `extendConfig`; whoever calls knows what became of their members. */
function tellOf(node: Json, said: Said, more: readonly TreeImported[] = []): ReturnType<Tell> {
  const extended = 'extendConfig.'
  const became = new Map<string, Became>([
    ['nodeName', 'mapped'],
    ['type', 'mapped'],
    ...said,
    ...unreadableOf(node, said),
  ])
  const ofConfig = new Map<string, Became>(
    said.flatMap(([name, outcome]) =>
      name.startsWith(extended) ? [[name.slice(extended.length), outcome] as const] : [],
    ),
  )
  return joinNotes(
    notesOf(node, became, { structure }),
    notesOf(objectOf(node, 'extendConfig') ?? {}, ofConfig, { structure: none, prefix: extended }),
    more,
  )
}

/** What is written as neither number nor flag where one of them is meant: read, it is as if nothing were said. */
function unreadableOf(node: Json, said: Said): Said {
  const heard = said.filter(([, outcome]) => outcome === 'mapped').map(([name]) => name)
  return [
    ...heard.filter((name) => numbers.has(name) && numberOf(node, name) === undefined),
    ...heard.filter((name) => flags.has(name) && flagOf(node, name) === undefined),
  ].map((name) => [name, 'refused'] as const)
}

const numbers: ReadonlySet<string> = new Set([
  'typeOfApprove',
  'setType',
  'examineLevel',
  'examineMode',
  'groupStrategy',
  'passWeight',
  'selectMode',
  'directorMode',
  'directorLevel',
  'approveSelf',
  'term',
  'termMode',
  'rejectStrategy',
  'rejectStart',
  'triggerType',
])
const flags: ReadonlySet<string> = new Set([
  'allowTransfer',
  'allowAppendNode',
  'allowRollback',
  'allowSelection',
  'userSelectFlag',
  'callAsync',
  'remind',
  'termAuto',
])

/** `typeOfApprove` decides without people, or lets them. */
function readAsked(node: Json, base: Base, tell: Tell): TreeStep {
  const by = numberOf(node, 'typeOfApprove') ?? 1
  const said: Said = [['typeOfApprove', by === 1 || by === 2 || by === 3 ? 'mapped' : 'refused']]
  if (by === 2 || by === 3) {
    const otherwise = by === 2 ? 'approved' : 'rejected'
    return { ...base, type: 'auto', otherwise, ...tell(said) }
  }
  const { rules, became } = readApproval(node)
  const { remind } = rules
  const reminds: Said = remind === undefined ? [] : [['extendConfig.remindTime', 'mapped']]
  return { ...base, type: 'approve', ...rules, ...tell([...said, ...became, ...reminds]) }
}

/** `allowSelection`, once `userSelectFlag`: the initiator may name more people. */
function readCopy(node: Json, base: Base, tell: Tell): TreeStep {
  const isChosen = ['allowSelection', 'userSelectFlag'].some((one) => textOf(node, one) === 'true')
  const { candidates: listed, became } = readPeople(node)
  const candidates = isChosen ? [...listed, { kind: 'initiatorSelects' as const }] : listed
  const chosen = ['allowSelection', 'userSelectFlag'].map((one) => [one, 'mapped'] as const)
  return { ...base, type: 'cc', candidates, ...tell([...became, ...chosen]) }
}

/** `id:name` names a process by a number of the other tool's: whoever imports it says which one is meant. */
function readCall(node: Json, base: Base, tell: Tell): TreeStep {
  const called = textOf(node, 'callProcess') ?? ''
  const isKey = /^[A-Za-z_][A-Za-z0-9._-]{0,99}$/.test(called)
  const key = isKey ? called : base.id
  const said: Said = [
    ['callProcess', isKey ? 'mapped' : 'refused'],
    ['callAsync', textOf(node, 'callAsync') === 'true' ? 'refused' : 'mapped'],
  ]
  return { ...base, type: 'call', key, ...tell(said) }
}

function readWait(node: Json, base: Base, tell: Tell): TreeStep {
  const delay = readDelay(textOf(objectOf(node, 'extendConfig') ?? {}, 'time'))
  const outcome = delay === undefined ? 'refused' : 'mapped'
  const said: Said = [
    ['extendConfig.time', outcome],
    ['delayType', outcome],
  ]
  return { ...base, type: 'wait', in: delay ?? 'PT0S', ...tell(said) }
}

/** A class of the other application: here the owning one is asked by an event, after the same time. */
function readTrigger(node: Json, base: Base, tell: Tell): readonly TreeStep[] {
  const config = objectOf(node, 'extendConfig') ?? {}
  const isLater = numberOf(node, 'triggerType') === 2
  const delay = isLater ? readDelay(textOf(config, 'time')) : undefined
  const request = textOf(config, 'trigger')?.slice(0, 150) ?? base.name.slice(0, 150)
  const said: Said = [
    ['triggerType', isLater && delay === undefined ? 'refused' : 'mapped'],
    ['extendConfig.trigger', 'mapped'],
    ['extendConfig.args', { wins: 'all values' }],
    ...(isLater ? ([['extendConfig.time', 'mapped']] as const) : []),
  ]
  const ask: TreeStep = { ...base, type: 'callback', request, ...tell(said) }
  if (delay === undefined) return [ask]
  return [{ id: `${base.id}_wait`, type: 'wait', name: base.name, in: delay }, ask]
}
