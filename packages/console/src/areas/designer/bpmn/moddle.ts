/** An element of the BPMN document, as bpmn-moddle has it; only what is used here. */
export interface ModdleElement {
  readonly $type: string
  $parent?: ModdleElement
  /** Attributes of other tools, with their prefixes. */
  readonly $attrs?: Readonly<Record<string, unknown>>
  get(name: string): unknown
  set(name: string, value: unknown): void
}

/** Makes elements of the document: `modeling` of bpmn-js has them put in. */
export type Create = (type: string, attributes: object) => ModdleElement

export const listOf = (value: unknown): readonly ModdleElement[] =>
  Array.isArray(value) ? (value as ModdleElement[]) : []

export function textOf(element: ModdleElement | undefined, member: string): string {
  const value = element?.get(member)
  return typeof value === 'string' ? value : ''
}

/** The words of an attribute that is a list, as the service splits them. */
export const wordsOf = (element: ModdleElement | undefined, member: string): readonly string[] =>
  textOf(element, member)
    .split(/[\s,]+/)
    .filter(Boolean)

export function extensionsOf(element: ModdleElement): readonly ModdleElement[] {
  const extensions = element.get('extensionElements') as ModdleElement | undefined
  return listOf(extensions?.get('values'))
}

/**
 * The extension elements with those of some types said anew, each where one of its type stood. What
 * is of other types stays as and where it is. None at all where nothing is left to say.
 */
export function withExtensions(
  element: ModdleElement,
  types: readonly string[],
  said: readonly ModdleElement[],
  create: Create,
): ModdleElement | undefined {
  const left = [...said]
  const placed = extensionsOf(element).flatMap((present) => {
    if (!types.includes(present.$type)) return [present]
    const index = left.findIndex(({ $type }) => $type === present.$type)
    return index < 0 ? [] : left.splice(index, 1)
  })
  const values = [...placed, ...left]
  if (values.length === 0) return undefined
  const extensions = create('bpmn:ExtensionElements', { values })
  for (const value of values) value.$parent = extensions
  extensions.$parent = element
  return extensions
}

export function attributesOf(
  element: ModdleElement | undefined,
  names: readonly string[],
  numeric: readonly string[],
): Record<string, string | number> {
  const members = names.flatMap((name) => {
    const value = element?.get(name)
    if (typeof value !== 'string') return []
    return [[name, numeric.includes(name) && value !== '' ? Number(value) : value] as const]
  })
  return Object.fromEntries(members)
}

/** Attributes of our namespace are text; the service reads them strictly. */
export const texts = (attributes: object): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
