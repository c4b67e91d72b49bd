import type { ServiceReport } from './findings.ts'

/** A report for people. */
export function printReport(report: ServiceReport): string {
  const { service, holds, rows, heads, anchored, faults, moreFaults, notes } = report
  const first = `${service}: ${holds ? 'holds' : 'DOES NOT HOLD'}; ${rows} rows and ${heads} anchored heads compared`
  return [
    first,
    `  ${textOf(service, anchored)}`,
    ...faults.map(({ kind, text }) => `  FAULT ${kind}: ${text}`),
    ...(moreFaults > 0 ? [`  … and ${moreFaults} more`] : []),
    ...notes.map((text) => `  note: ${text}`),
  ].join('\n')
}

function textOf(service: ServiceReport['service'], anchored: ServiceReport['anchored']): string {
  if (anchored === null) return 'not anchored'
  const { first, last } = anchored
  // In dms each tenant has its own numbers.
  const number = service === 'dms' ? '' : ` (block ${first.number})`
  return `anchored from ${first.at}${number} to ${last.at}`
}
