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
  /^packages\/(service-kit\/src\/database\/(prepared|db|transaction)|test-kit\/src\/statements\/record)\.ts$/
const OWN = /\/((?:services|packages|deploy)\/[^/]+\/(?:src|bench)\/.*\.ts)$/

interface Executor {
  executeQuery: (query: CompiledQuery, ...rest: unknown[]) => unknown
  stream: (query: CompiledQuery, ...rest: unknown[]) => unknown
}

/** A record that is being kept. */
interface Recording {
  readonly recorded: Recorded
  /** How often each text has been met. */
  readonly met: Map<string, number>
}

const recordings = new Set<Recording>()

/** Notes each statement that goes through Kysely in this process, until it is ended. */
export function recordStatements(): { readonly recorded: Recorded; readonly end: () => void } {
  if (recordings.size === 0) watch()
  const recording: Recording = { recorded: new Map(), met: new Map() }
  recordings.add(recording)
  const end = (): void => {
    recordings.delete(recording)
    if (recordings.size === 0) lookAway()
  }
  return { recorded: recording.recorded, end }
}

const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Executor
const { executeQuery, stream } = executor

function watch(): void {
  executor.executeQuery = function (query, ...rest) {
    note(query.sql)
    return executeQuery.call(this, query, ...rest)
  }
  executor.stream = function (query, ...rest) {
    note(query.sql)
    return stream.call(this, query, ...rest)
  }
}

function lookAway(): void {
  Object.assign(executor, { executeQuery, stream })
}

function note(text: string): void {
  for (const { recorded, met } of recordings) {
    const times = met.get(text) ?? 0
    if (times >= ASKED) continue
    met.set(text, times + 1)
    const origin = findOrigin()
    if (origin === undefined) continue
    const origins = recorded.get(text) ?? new Map<string, Origin>()
    recorded.set(text, origins.set(`${origin.file} ${origin.name}`, origin))
  }
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
