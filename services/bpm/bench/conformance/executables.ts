import { compile } from '../../src/core/definition/compile.ts'
import { findDoubts } from '../../src/core/definition/checks/doubts.ts'
import { startFor } from '../../src/core/definition/events/event-starts.ts'
import type { CompiledProcess } from '../../src/core/definition/graph.ts'
import type { Mendable } from '../../src/core/definition/repair/plan.ts'
import type { VariableDeclaration } from '../../src/core/variables.ts'
import type { Case, ExecutableModel, FaultyModel } from './cases.ts'
import { lookWith, mend } from './mend.ts'
import { runCase } from './runs.ts'
import { drawScripts } from './scripts.ts'

export interface Verdict {
  readonly model: ExecutableModel
  /** `unfit`: what is expected is logged by no step of the model. */
  readonly is: 'right' | 'wrong' | 'refused' | 'unfit'
  /** Elements that are refused by name, codes of other problems, or cases with another trace. */
  readonly because: readonly string[]
}

const variables: readonly VariableDeclaration[] = [
  { name: 'test', type: 'string', required: false },
  { name: 'integerVariable', type: 'number', required: false },
  { name: 'data', type: 'string', required: false },
]

/** What is told of these is no fault of the model. */
const ofOurs: ReadonlySet<string> = new Set([
  'element_unsupported',
  'process_repeated',
  'process_missing',
  'candidates_missing',
])

/** Publishes the processes of a model, each by itself, and runs all its cases. */
export async function judge(model: ExecutableModel): Promise<Verdict> {
  const { xml, steps } = drawScripts(model.xml)
  const keys = [...xml.matchAll(/<(?:\w+:)?process\s[^>]*?\bid="([^"]+)"/g)].map(
    ([, id]) => id ?? '',
  )
  const processes = new Map<string, CompiledProcess>()
  const told: Mendable[] = []
  const left: Mendable[] = []
  for (const key of keys) {
    const alone = keys.length === 1 ? xml : only(heardByAll(xml), key)
    const { problems: before } = await lookWith(variables)(alone)
    const drawn = withInitiators(alone, before)
    const { problems } = drawn === alone ? { problems: before } : await lookWith(variables)(drawn)
    told.push(...problems.filter(({ code }) => !ofOurs.has(code)))
    const mended = await mend(drawn, variables, 'reject_otherwise')
    left.push(...mended.problems)
    if (mended.problems.length === 0) processes.set(key, await compile(mended.xml))
  }
  const isTold = (expected: readonly string[]) =>
    told.length > 0 && (model.group === 'errors' || expected.includes('ERROR'))
  const open = model.cases.filter(({ expected }) => !isTold(expected))
  if (open.length > 0 && left.length > 0) return { model, is: 'refused', because: namesOf(left) }
  const [main = ''] = keys
  // One that a message begins is started by it.
  const parallel = processes.get('ParallelProcess')
  const isPlain = parallel !== undefined && startFor(parallel, undefined) !== undefined
  const first = isPlain ? ['ParallelProcess', main] : [main]
  const failed = open.flatMap((one) => {
    const log = seenBy(one, runCase(processes, steps, first, one))
    return log.join(' ') === one.expected.join(' ') ? [] : [{ one, log }]
  })
  const because = failed.map(
    ({ one, log }) => `${one.input || one.integer}: ${log.join(' ')} for ${one.expected.join(' ')}`,
  )
  if (failed.length === 0) return { model, is: 'right', because }
  const isUnfit = failed.every(({ one }) => !canLog(steps, one))
  return { model, is: isUnfit ? 'unfit' : 'wrong', because }
}

/** The benchmark looks for a marker only where one is expected. */
const seenBy = ({ expected }: Case, log: readonly string[]): readonly string[] =>
  log.filter((one) => one !== 'CREATE_MARKER_FILE' || expected.includes(one))

/** Whether the steps of a model log what is expected of them; errors are logged by whoever runs it. */
const canLog = (steps: ReadonlyMap<string, string>, { expected }: Case): boolean =>
  expected.every((one) => one.startsWith('ERROR') || [...steps.values()].includes(one))

/** Between processes a signal goes to all, as BPMN has it: ours says so. */
const heardByAll = (xml: string): string =>
  xml.replaceAll(/<(?:\w+:)?signal\s/g, '$&approval:scope="tenant" ')

/** Who an approval is started for by itself is said by its author: whoever starts the others. */
function withInitiators(xml: string, problems: readonly Mendable[]): string {
  return problems
    .filter(({ code }) => code === 'start_initiator_missing')
    .reduce((text, { element }) => {
      const tag = new RegExp(`<(\\w+:)?startEvent\\b[^>]*\\bid="${element}"[^>]*>`)
      const said = '<approval:start initiator="ann"/>'
      return text.replace(
        tag,
        (open, prefix = '') =>
          `${open}<${prefix}extensionElements>${said}</${prefix}extensionElements>`,
      )
    }, xml)
}

/** The document with one of its processes to be run. */
const only = (xml: string, key: string): string =>
  xml.replaceAll(/<(?:\w+:)?process\s[^>]*>/g, (tag) =>
    tag.includes(`"${key}"`) ? tag : tag.replace('isExecutable="true"', 'isExecutable="false"'),
  )

function namesOf(problems: readonly Mendable[]): readonly string[] {
  const names = problems.map(({ code, message }) => {
    const [, name] = /^(\w+(?: with \w+)?) (?:is|are) not supported/.exec(message) ?? []
    return name ?? (code === 'element_unsupported' ? message : code)
  })
  return [...new Set(names)]
}

export interface Faulty {
  readonly model: FaultyModel
  readonly codes: readonly string[]
}

/** What is told of a model that breaks a rule. */
export async function examine(model: FaultyModel): Promise<Faulty> {
  const { problems } = await lookWith(variables)(model.xml)
  const told = [...problems, ...findDoubts(model.xml)]
  return { model, codes: [...new Set(told.map(({ code }) => code))] }
}
