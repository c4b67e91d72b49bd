import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { MODEL, readSource, type Source } from '../../src/core/definition/repair/source.ts'

const run = promisify(execFile)

export interface Model {
  readonly path: string
  readonly xml: string
}

export interface Collection {
  readonly name: string
  readonly commit: string
  readonly licence: string
  /** Those with the same bytes once. */
  readonly models: readonly Model[]
}

/** The repositories that are measured, by the folder of their clone; `under`: where their models are. */
export const repositories = [
  { name: 'bpmn-miwg-test-suite', under: 'Reference', licence: 'CC BY 3.0' },
  { name: 'flowable-engine', under: 'modules', licence: 'Apache-2.0' },
  { name: 'camunda-bpm-platform', under: '', licence: 'Apache-2.0' },
  { name: 'operaton', under: '', licence: 'Apache-2.0' },
] as const

/** Reads the models of a clone. They stay where they are: nothing of them is kept here. */
export async function readCollection(
  folder: string,
  { name, under, licence }: (typeof repositories)[number],
): Promise<Collection> {
  const clone = `${folder}/${name}`
  const entries = await readdir(`${clone}/${under}`, { recursive: true })
  const seen = new Set<string>()
  const models: Model[] = []
  for (const path of entries.filter((one) => /\.bpmn(?:20\.xml)?$/.test(one)).toSorted()) {
    const xml = await readFile(`${clone}/${under}/${path}`, 'utf8')
    const hash = createHash('sha256').update(xml).digest('hex')
    if (seen.has(hash)) continue
    seen.add(hash)
    models.push({ path, xml })
  }
  return { name, commit: await commitOf(clone), licence, models }
}

export async function commitOf(clone: string): Promise<string> {
  const { stdout } = await run('git', ['-C', clone, 'rev-parse', 'HEAD'])
  return stdout.trim()
}

const parts: ReadonlySet<string> = new Set([
  'definitions',
  'process',
  'documentation',
  'extensionElements',
  'startEvent',
  'endEvent',
  'userTask',
  'task',
  'manualTask',
  'sendTask',
  'receiveTask',
  'eventBasedGateway',
  'exclusiveGateway',
  'inclusiveGateway',
  'parallelGateway',
  'subProcess',
  'callActivity',
  'sequenceFlow',
  'conditionExpression',
  'incoming',
  'outgoing',
  'boundaryEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'timerEventDefinition',
  'message',
  'messageEventDefinition',
  'error',
  'errorEventDefinition',
  'escalation',
  'escalationEventDefinition',
  'timeDuration',
  'timeDate',
  'timeCycle',
  'terminateEventDefinition',
  'multiInstanceLoopCharacteristics',
  'loopCardinality',
  'completionCondition',
  'potentialOwner',
  'humanPerformer',
  'resourceAssignmentExpression',
  'formalExpression',
  'laneSet',
  'lane',
  'flowNodeRef',
  'textAnnotation',
  'text',
  'association',
  'dataObject',
])

/** Whether a model has one process, a user task, and nothing but what the subset has a word for. */
export function isNear(source: Source): boolean {
  const own = source.elements.filter(({ uri }) => uri === MODEL)
  const count = (local: string) => own.filter((one) => one.local === local).length
  const isEventful = own.some(
    ({ local, children }) =>
      local === 'startEvent' && children.some((child) => child.local.endsWith('EventDefinition')),
  )
  return (
    own.every(({ local }) => parts.has(local)) &&
    count('process') === 1 &&
    count('userTask') > 0 &&
    !isEventful &&
    !/triggeredByEvent="true"/.test(source.xml)
  )
}

export const sourceOf = ({ xml }: Model): Source | undefined => readSource(xml)
