import { extensionsOf, type ModdleElement } from './xml.ts'

/** The first extension element of ours with this name. */
export function extension(element: ModdleElement, name: string): ModdleElement | undefined {
  return extensionsOf(element).find(({ $type }) => $type === `approval:${name}`)
}
