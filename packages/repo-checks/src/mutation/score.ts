/** A change of the code, as Stryker reports it (mutation-testing-report-schema 2). */
interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

type Files = Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>

export interface MutationReport {
  readonly files: Files
}

export interface Score {
  readonly files: number
  readonly mutants: number
  readonly killed: number
  /** The tests went on for so long that they were ended. */
  readonly timedOut: number
  readonly survived: number
  /** No test runs the line. */
  readonly uncovered: number
}

/** Counts what became of the changes. Those that do not load count nowhere. */
export function countMutants({ files }: MutationReport): Score {
  const all = Object.values(files).flatMap(({ mutants }) => mutants)
  const count = (status: string) => all.filter((one) => one.status === status).length
  const [killed, timedOut] = [count('Killed'), count('Timeout')]
  const [survived, uncovered] = [count('Survived'), count('NoCoverage')]
  const mutants = killed + timedOut + survived + uncovered
  const mutated = Object.values(files).filter(({ mutants }) => mutants.length > 0)
  return { files: mutated.length, mutants, killed, timedOut, survived, uncovered }
}

/** Several runs as one: of a file that several have tried, what the last one found. */
export function mergeReports(reports: readonly MutationReport[]): MutationReport {
  return { files: Object.assign({}, ...reports.map(({ files }) => files)) as Files }
}

/** Percent of the changes that tests have noticed; that of nothing is 0. */
export const percentOf = ({ mutants, killed, timedOut }: Score): number =>
  mutants === 0 ? 0 : (100 * (killed + timedOut)) / mutants

/** Those that nobody noticed, a line for each: what is to be read. */
export function listSurvivors({ files }: MutationReport): readonly string[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location: { start }, mutatorName, replacement = '', status }) => {
        const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 100)
        return `${file}:${start.line}:${start.column} ${status} ${mutatorName} → ${text}`
      }),
  )
}
