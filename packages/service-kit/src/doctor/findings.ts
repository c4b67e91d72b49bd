/** One thing that was looked at, and what was found or what is wrong. Never a secret. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
}

/** @param look Says what it found; what it throws is what is wrong. */
export async function examine(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await look() }
  } catch (error) {
    return { check, ok: false, detail: describeError(error) }
  }
}

/** @returns whether all is well. */
export function printFindings(
  findings: readonly Finding[],
  print: (line: string) => void,
): boolean {
  for (const { check, ok, detail } of findings) print(`${ok ? 'ok  ' : 'FAIL'} ${check}: ${detail}`)
  return findings.every(({ ok }) => ok)
}

// Messages of ours name no secret and no signed address. A connection that is refused at several
// addresses has a code and no message.
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  const own = error.message || (typeof code === 'string' ? code : 'unknown')
  return error.cause instanceof Error ? `${own} ${describeError(error.cause)}` : own
}
