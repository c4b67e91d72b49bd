import { withDrawing } from './drawing.ts'
import type { Create, ModdleElement } from './extensions.ts'

/** An element of the drawing. */
export interface Shape {
  readonly id: string
  readonly type: string
  readonly businessObject: ModdleElement
}

/** What the forms need of the drawing library, and no more. */
export interface Model {
  open(xml: string): Promise<void>
  save(): Promise<string>
  close(): void
  /** The one chosen element, or none. */
  onSelect(listener: (shape: Shape | undefined) => void): void
  onChange(listener: () => void): void
  /** Changes attributes of an element, as one step that can be undone. */
  set(shape: Shape, attributes: Readonly<Record<string, unknown>>): void
  readonly create: Create
  /** Marks elements that have faults, each with a text. */
  mark(faulty: ReadonlyMap<string, string>): void
}

interface Selection {
  readonly newSelection: readonly Shape[]
}

interface Services {
  readonly eventBus: {
    on(name: 'selection.changed', listener: (event: Selection) => void): void
    on(name: 'commandStack.changed', listener: () => void): void
  }
  readonly modeling: {
    updateProperties(shape: Shape, attributes: object): void
  }
  readonly bpmnFactory: { create(type: string, attributes: object): ModdleElement }
  readonly canvas: {
    zoom(mode: 'fit-viewport', center?: 'auto'): void
    addMarker(id: string, marker: string): void
    removeMarker(id: string, marker: string): void
  }
  readonly elementRegistry: { get(id: string): Shape | undefined }
}

const marker = 'faulty'

export function openModel(viewer: BpmnViewer): Model {
  const get = <K extends keyof Services>(name: K) => viewer.get(name) as Services[K]
  let marked: readonly string[] = []
  return {
    async open(xml) {
      await viewer.importXML(await withDrawing(xml))
      get('canvas').zoom('fit-viewport', 'auto')
    },
    async save() {
      const { xml } = await viewer.saveXML({ format: true })
      return xml ?? ''
    },
    close: () => viewer.destroy(),
    onSelect(listener) {
      get('eventBus').on('selection.changed', ({ newSelection }) =>
        listener(newSelection.length === 1 ? newSelection[0] : undefined),
      )
    },
    onChange: (listener) => get('eventBus').on('commandStack.changed', listener),
    set: (shape, attributes) => get('modeling').updateProperties(shape, attributes),
    create: (type, attributes) => get('bpmnFactory').create(type, attributes),
    mark(faulty) {
      const canvas = get('canvas')
      for (const id of marked) {
        if (get('elementRegistry').get(id) !== undefined) canvas.removeMarker(id, marker)
      }
      marked = [...faulty.keys()].filter((id) => get('elementRegistry').get(id) !== undefined)
      for (const id of marked) canvas.addMarker(id, marker)
    },
  }
}
