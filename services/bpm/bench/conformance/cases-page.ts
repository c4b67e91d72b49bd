import { corrections } from './cases.ts'
import type { Faulty, Verdict } from './executables.ts'
import { countRows, table } from './tables.ts'

/** What became of the executable cases and of the faulty models of the benchmark. */
export const writeCases = (
  commit: string,
  verdicts: readonly Verdict[],
  faulty: readonly Faulty[],
): string => `${executables(commit, verdicts)}\n${faults(faulty)}`

function executables(commit: string, verdicts: readonly Verdict[]): string {
  const groups = [...new Set(verdicts.map(({ model }) => model.group))]
  const row = (name: string, list: readonly Verdict[]) => {
    const of = (is: Verdict['is']) => list.filter((one) => one.is === is).length
    const cases = list.reduce((sum, { model }) => sum + model.cases.length, 0)
    return [
      name,
      ...[list.length, cases, of('right'), of('wrong'), of('refused'), of('unfit')].map(String),
    ]
  }
  const ofGroup = (group: string) => verdicts.filter(({ model }) => model.group === group)
  const rows = [...groups.map((group) => row(group, ofGroup(group))), row('all', verdicts)]
  const because = (is: Verdict['is']) =>
    verdicts
      .filter((one) => one.is === is)
      .map(({ model, because: reasons }) => [model.name, reasons.join('; ')])
  return `## Executable cases

The models of [betsy](https://github.com/uniba-dsg/betsy), the engine benchmark of the University of Bamberg (LGPL-3.0, \`${commit.slice(0, 12)}\`), each
with what it is started with and what its steps have to log, read from the benchmark's own tables. Our engine runs no scripts:
a script that only logs becomes a manual task; one that takes time, changes a value, fails or is repeated a user task of whoever starts.
Then the model is repaired as above; where no condition may hold, by an end that rejects. Two processes of one model are published each by
itself: what one asks the application for is sent to the other, as the application of both would, and their signals get the scope of
the tenant. Times come on a clock of the run. What is logged is compared without its order, as branches have none.

Right: every case logs what it should. An expected failure is right, too, when the fault is named before publishing; so is a model of
\`errors\`, whose faults are to be found at deployment. Refused: something is left that is refused by name. Unfit: the table of the
benchmark expects what no step of its model logs, so no engine can be right. ${corrected}

${table(['group', 'models', 'cases', 'right', 'wrong', 'refused', 'unfit'], rows)}

${table(['refused', 'because of'], because('refused'))}

${because('unfit').length === 0 ? '' : `${table(['unfit', 'logs'], because('unfit'))}\n`}
${because('wrong').length === 0 ? 'None is wrong.' : table(['wrong', 'logs'], because('wrong'))}
`
}

const corrected = corrections
  .map(({ model, from, to }) => `Read as it was meant: \`${from}\` in ${model} as \`${to}\`.`)
  .join(' ')

function faults(faulty: readonly Faulty[]): string {
  const silent = faulty.filter(({ codes }) => codes.length === 0)
  const blind = faulty.filter(({ codes }) => codes.length > 0 && codes.every(isOurs))
  const rules = silent.map(({ model }) => model.path.split('/')[0]).join(', ')
  return `## Faulty models

${faulty.length} models of the same benchmark break one rule of BPMN each, many of them about what this platform has no part in: choreographies,
conversations, data, services. ${faulty.length - silent.length - blind.length} are told a fault by a rule, as a problem or a warning; ${blind.length} are refused only for an element that is not run, or a drawing
that is not executable; ${silent.length} are told nothing, of the rules ${rules || 'none'}. What is told by none is about services and their messages,
message flows, types of texts, and \`incoming\` and \`outgoing\`, which say once more what flows say. Whether the rule that tells is the one that
is broken is not measured.

${table(['code', 'models'], countRows(faulty.map(({ codes }) => codes)))}
`
}

const isOurs = (code: string): boolean =>
  code === 'element_unsupported' || code === 'process_missing' || code === 'candidates_missing'
