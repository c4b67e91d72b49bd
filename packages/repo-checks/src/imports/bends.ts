/** One import that a rule forbids and that stands for now. The list only gets shorter. */
export interface Bend {
  readonly rule: string
  readonly from: string
  readonly to: string
}

/** Imports from features that rooms below them still have. */
const upward: Readonly<Record<string, readonly string[]>> = {}

export const bends: readonly Bend[] = Object.entries(upward).flatMap(([from, targets]) =>
  targets.map((target) => ({
    rule: 'features-on-top',
    from,
    to: from.replace(/\/src\/.*$/, `/src/${target}`),
  })),
)

/** What is left of the violations without the bends, and the bends that nothing needs any more. */
export function applyBends(
  violations: readonly Bend[],
  allowed: readonly Bend[],
): { readonly faults: readonly Bend[]; readonly needless: readonly Bend[] } {
  const keyOf = ({ rule, from, to }: Bend) => `${rule} ${from} ${to}`
  const found = new Set(violations.map(keyOf))
  const known = new Set(allowed.map(keyOf))
  return {
    faults: violations.filter((violation) => !known.has(keyOf(violation))),
    needless: allowed.filter((bend) => !found.has(keyOf(bend))),
  }
}
