import { readdir, readFile } from 'node:fs/promises'

/** What one run of a model is started with, and what it has to come to. */
export interface Case {
  readonly input: string
  readonly integer: number
  /** What its steps log; errors by their names. In no order, since branches have none. */
  readonly expected: readonly string[]
}

export interface ExecutableModel {
  readonly group: string
  readonly name: string
  readonly xml: string
  readonly cases: readonly Case[]
}

export interface FaultyModel {
  readonly path: string
  readonly xml: string
}

const tables = 'pebl-builder/src/main/java/configuration/bpmn'
const files = 'pebl-builder/src/main/resources/files/bpmn'
const groups = {
  Basic: 'basics',
  Activity: 'activities',
  Gateway: 'gateways',
  Event: 'events',
  Data: 'data',
  Pattern: 'cfpatterns',
  Error: 'errors',
} as const

/** Slips of the pen in models, by which no engine could read them; each is named on the page. */
export const corrections = [
  {
    model: 'Conditional_StartEvent_EventSubProcess_NonInterrupting',
    from: 'test.contains("a")>',
    to: 'test.contains("a")',
  },
] as const

/** Reads the benchmark's own tables, Java builders, of which models run with what and come to what. */
export async function readExecutables(clone: string): Promise<readonly ExecutableModel[]> {
  const models: ExecutableModel[] = []
  for (const [kind, folder] of Object.entries(groups)) {
    const table = await readFile(`${clone}/${tables}/${kind}Processes.java`, 'utf8')
    for (const [, built = ''] of table.matchAll(/BPMNProcessBuilder\.build\w+\(([\s\S]*?)\);/g)) {
      const [, name] = /new Feature\([^,"]+,\s*"([^"]+)"/.exec(built) ?? []
      if (name === undefined) continue
      const written = await readFile(`${clone}/${files}/${folder}/${name}.bpmn`, 'utf8')
      const { from = '', to = '' } = corrections.find(({ model }) => model === name) ?? {}
      const xml = written.replace(from, to)
      const chains = built.matchAll(/new BPMNTestCaseBuilder\(\)((?:\s*\.\w+\([^()]*\))*)/g)
      const cases = [...chains].map(([, chain = '']) => readCase(chain))
      models.push({ group: folder, name, xml, cases })
    }
  }
  return models
}

const errors: Readonly<Record<string, string>> = {
  assertRuntimeException: 'ERROR',
  assertGenericError: 'ERROR',
  assertErrorThrownErrorEvent: 'ERROR_THROWN',
}

const logged: Readonly<Record<string, string>> = {
  assertMarkerExists: 'CREATE_MARKER_FILE',
  assertIncrement: 'INCREMENT_INTEGER_VARIABLE_AND_LOG',
  assertDataCorrect: 'LOG_DATA',
  ...errors,
}

function readCase(chain: string): Case {
  const calls = [...chain.matchAll(/\.(\w+)\(([^()]*)\)/g)]
  let [input, integer] = ['', 0]
  const expected: string[] = []
  for (const [, call = '', argument] of calls) {
    const [, letters] = /^input([ABC]+)$/.exec(call) ?? []
    const [, task] = /^assertTask(\d)$/.exec(call) ?? []
    if (letters !== undefined) input = letters.toLowerCase()
    else if (task !== undefined) expected.push(`SCRIPT_task${task}`)
    else if (call === 'setIntegerVariable') integer = Number(argument)
    else if (call === 'assertExecutionParallel') {
      expected.push('CREATE_TIMESTAMP_LOG_1', 'CREATE_TIMESTAMP_LOG_2')
    } else if (logged[call] !== undefined) expected.push(logged[call])
    else if (call !== 'optionDelay' && call !== 'useParallelProcess') {
      throw new Error(`the benchmark's tables have a word that is not known: ${call}`)
    }
  }
  return { input, integer, expected: expected.toSorted() }
}

/** Models that break a rule of BPMN each, in a folder of the rule's name. */
export async function readFaulty(clone: string): Promise<readonly FaultyModel[]> {
  const folder = `${clone}/${files}/bpmn_constraints`
  const paths = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.bpmn'))
  return Promise.all(
    paths.toSorted().map(async (path) => {
      return { path, xml: await readFile(`${folder}/${path}`, 'utf8') }
    }),
  )
}
