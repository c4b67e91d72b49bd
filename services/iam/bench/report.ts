import { describeMachine } from '@countersign/test-kit/machine'
import type { Least } from './least.ts'
import type { Measured } from './measure.ts'

/** As many as share a statement well. */
export const crowd = 32

type Subjects =
  'least' | 'service' | 'leastBusy' | 'serviceBusy' | 'signIns' | 'refreshes' | 'rotating'

export type Findings = Readonly<Record<Subjects, Measured>> & { readonly alone: Least }

/** The figures as Markdown, and whether what is wanted was reached. */
export function report(found: Findings): { text: string; holds: boolean } {
  const ratios = ratiosOf(found)
  const text = [
    describeMachine('at the end'),
    '',
    '| | count | per CPU second | p50 ms | p99 ms |',
    '| --- | ---: | ---: | ---: | ---: |',
    toSpeed('a server that only signs', found.least),
    toSpeed('client credentials', found.service),
    toSpeed(`a server that only signs, ${crowd} at a time`, found.leastBusy),
    toSpeed(`client credentials, ${crowd} at a time`, found.serviceBusy),
    toSpeed('sign-ins with code and PKCE', found.signIns),
    toSpeed('refreshes', found.refreshes),
    toSpeed('client credentials while keys rotate', found.rotating),
    '',
    '| PostgreSQL, CPU of each | ms |',
    '| --- | ---: |',
    `| a sign-in | ${found.signIns.databaseMs.toFixed(1)} |`,
    `| a refresh | ${found.refreshes.databaseMs.toFixed(2)} |`,
    '',
    '| against a ceiling of this run | is | wanted | |',
    '| --- | ---: | ---: | --- |',
    ...ratios.map(toRatio),
  ].join('\n')
  return { text, holds: ratios.every(([, is, wanted = 0]) => is >= wanted) }
}

/** Of what, what is reached of the ceiling, and what is wanted where something is. */
type Ratio = readonly [what: string, is: number, wanted?: number]

function ratiosOf(found: Findings): readonly Ratio[] {
  const { least, service, leastBusy, serviceBusy, signIns, refreshes, alone } = found
  return [
    [
      'client credentials / a server that only signs',
      service.perCpuSecond / least.perCpuSecond,
      0.9,
    ],
    [`the same, ${crowd} at a time`, serviceBusy.perCpuSecond / leastBusy.perCpuSecond, 0.9],
    ['sign-ins / a password and two signatures alone', signIns.perCpuSecond * alone.signIn],
    ['refreshes / two signatures alone', refreshes.perCpuSecond * alone.refresh],
  ]
}

function toRatio([what, is, wanted]: Ratio): string {
  if (wanted === undefined) return `| ${what} | ${is.toFixed(2)} | | |`
  return `| ${what} | ${is.toFixed(2)} | ≥ ${wanted} | ${is >= wanted ? 'holds' : '**missed**'} |`
}

const toSpeed = (name: string, { count, perCpuSecond, p50Ms, p99Ms }: Measured) =>
  `| ${name} | ${count} | ${perCpuSecond.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} |`
