import type { TreeSeparation } from '@countersign/contracts'
import { withoutGone } from '../rules/separations.ts'
import { withDrawing } from './drawing.ts'
import { listOf, type Create, type ModdleElement } from './moddle.ts'
import { readSeparations, userTasksOf, writeSeparations } from './separations.ts'
import { viewOf, type Box, type Room } from './view.ts'

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
  /** Chooses an element and brings it into view; one that is not drawn is left alone. */
  select(id: string): void
  onChange(listener: () => void): void
  /** The process that is drawn; none before a document was opened. */
  process(): ModdleElement | undefined
  /** Says which steps the process keeps apart, as one step that can be undone. */
  separate(separations: readonly TreeSeparation[]): void
  /** Changes attributes of an element, as one step that can be undone. */
  set(shape: Shape, attributes: Readonly<Record<string, unknown>>): void
  /** As above, of what the element holds: the definition of an event. */
  setWithin(shape: Shape, held: ModdleElement, attributes: object): void
  readonly create: Create
  readonly history: {
    may(way: 'undo' | 'redo'): boolean
    go(way: 'undo' | 'redo'): void
  }
  /** Marks elements that have faults, each with a text. */
  mark(faulty: ReadonlyMap<string, string>): void
}

interface Selection {
  readonly newSelection: readonly Shape[]
}

interface Services {
  readonly eventBus: {
    on(name: 'selection.changed', listener: (event: Selection) => void): void
    on(name: 'commandStack.changed' | typeof afterDeletion, listener: () => void): void
  }
  readonly modeling: {
    updateProperties(shape: Shape, attributes: object): void
    updateModdleProperties(shown: Shape, element: ModdleElement, attributes: object): void
  }
  readonly commandStack: {
    undo(): void
    redo(): void
    canUndo(): boolean
    canRedo(): boolean
  }
  readonly selection: { select(shape: Shape): void }
  readonly bpmnFactory: { create(type: string, attributes: object): ModdleElement }
  readonly canvas: {
    getRootElement(): Shape
    viewbox(): { readonly inner: Box; readonly outer: Room }
    viewbox(shown: Box): void
    scrollToElement(id: string): void
    addMarker(id: string, marker: string): void
    removeMarker(id: string, marker: string): void
  }
  readonly elementRegistry: { get(id: string): Shape | undefined }
}

type Get = <K extends keyof Services>(name: K) => Services[K]

const marker = 'faulty'
/** A part of the deletion: what is changed then is undone with it. */
const afterDeletion = 'commandStack.elements.delete.postExecuted'

/** @param hasTools Whether tools to draw with lie over the drawing. */
export function openModel(viewer: BpmnViewer, hasTools: boolean): Model {
  const get: Get = (name) => viewer.get(name) as Services[typeof name]
  const create: Create = (type, attributes) => get('bpmnFactory').create(type, attributes)
  const { process, separate } = drawnProcess(viewer, get, create)
  let marked: readonly string[] = []
  return {
    async open(xml) {
      await viewer.importXML(await withDrawing(xml))
      const canvas = get('canvas')
      const { inner, outer } = canvas.viewbox()
      if (outer.width > 0) canvas.viewbox(viewOf(inner, outer, hasTools))
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
    select(id) {
      const shape = get('elementRegistry').get(id)
      if (shape === undefined || shape === get('canvas').getRootElement()) return
      get('canvas').scrollToElement(id)
      get('selection').select(shape)
    },
    onChange: (listener) => get('eventBus').on('commandStack.changed', listener),
    set: (shape, attributes) => get('modeling').updateProperties(shape, attributes),
    setWithin: (shape, held, attributes) =>
      get('modeling').updateModdleProperties(shape, held, attributes),
    process,
    separate,
    create,
    history: {
      may: (way) =>
        way === 'undo' ? get('commandStack').canUndo() : get('commandStack').canRedo(),
      go: (way) => get('commandStack')[way](),
    },
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

/** The process and what it keeps apart, which forgets steps as they are deleted. */
function drawnProcess(viewer: BpmnViewer, get: Get, create: Create) {
  const process = () => processOf(viewer.getDefinitions() as ModdleElement | undefined)
  const separate = (separations: readonly TreeSeparation[]) => {
    const element = process()
    if (element === undefined) return
    const extensionElements = writeSeparations(element, separations, create)
    const root = get('canvas').getRootElement()
    get('modeling').updateModdleProperties(root, element, { extensionElements })
  }
  get('eventBus').on(afterDeletion, () => {
    const element = process()
    if (element === undefined) return
    const before = readSeparations(element)
    const left = withoutGone(before, new Set(userTasksOf(element).map(({ id }) => id)))
    const isSame = left.length === before.length && left.every((one) => before.includes(one))
    if (!isSame) separate(left)
  })
  return { process, separate }
}

/** The one that is run, where a document has several. */
function processOf(definitions: ModdleElement | undefined): ModdleElement | undefined {
  const processes = listOf(definitions?.get('rootElements')).filter(
    ({ $type }) => $type === 'bpmn:Process',
  )
  return processes.find((each) => each.get('isExecutable') === true) ?? processes[0]
}
