import { DefaultQueryExecutor, type CompiledQuery } from 'kysely'

/** A function of ours that sent a statement. */
export interface Origin {
  /** Path from the root of the repository. */
  readonly file: string
  readonly name: string
}

/** A statement and the functions that sent it; those of tests are not kept. */
export type Recorded = Map<string, Map<string, Origin>>

// Statements are sent by every test file; who sends them is asked a few times for each text.
const ASKED = 3
const TEST = /\.(test|testing)\.ts$|\/(testing|fixtures|bench)\/|^packages\/test-kit\//
/** Pass statements on for others, or look on. */
const GO_BETWEEN =
  /^packages\/(service-kit\/src\/(prepared|db|transaction)|test-kit\/src\/statements\/record)\.ts$/
const OWN = /\/((?:services|packages|deploy)\/[^/]+\/(?:src|bench)\/.*\.ts)$/

interface Executor {
  executeQuery: (query: CompiledQuery, ...rest: unknown[]) => unknown
  stream: (query: CompiledQuery, ...rest: unknown[]) => unknown
}

/** Notes each statement that goes through Kysely in this process, for as long as it runs. */
export function recordStatements(): Recorded {
  const recorded: Recorded = new Map()
  const asked = new Map<string, number>()
  const note = (text: string): void => {
    const times = asked.get(text) ?? 0
    if (times >= ASKED) return
    asked.set(text, times + 1)
    const origin = findOrigin()
    if (origin === undefined) return
    const origins = recorded.get(text) ?? new Map<string, Origin>()
    recorded.set(text, origins.set(`${origin.file} ${origin.name}`, origin))
  }
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Executor
  const { executeQuery, stream } = executor
  executor.executeQuery = function (query, ...rest) {
    note(query.sql)
    return executeQuery.call(this, query, ...rest)
  }
  executor.stream = function (query, ...rest) {
    note(query.sql)
    return stream.call(this, query, ...rest)
  }
  return recorded
}

/** The first function of ours on the stack; undefined when it is a test's, or none is there. */
function findOrigin(): Origin | undefined {
  for (const site of readStack()) {
    const file = OWN.exec(site.getFileName() ?? '')?.[1]
    if (file === undefined || file.includes('node_modules') || GO_BETWEEN.test(file)) continue
    if (TEST.test(file)) return undefined
    return { file, name: site.getFunctionName() ?? '' }
  }
  return undefined
}

function readStack(): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_, sites) => sites
  const { stack } = new Error('where')
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return stack as unknown as readonly NodeJS.CallSite[]
}
