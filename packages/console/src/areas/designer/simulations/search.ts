/** What the address of the page says: which simulation is looked at; the newest where none is named. */
export interface SimulationsSearch {
  readonly simulation?: string
}

export function readSimulationsSearch(raw: Readonly<Record<string, unknown>>): SimulationsSearch {
  const { simulation } = raw
  return typeof simulation === 'string' && simulation !== '' ? { simulation } : {}
}
