import { approvalPackage } from '@countersign/contracts'
import Modeler from 'bpmn-js/lib/Modeler.js'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer.js'
import { useEffect, useReducer, useRef, useState, type RefObject } from 'react'
import { openModel, type Model, type Shape } from './model.ts'

interface Options {
  readonly xml: string
  /** Called with the document when nobody has drawn for a moment. */
  readonly onChange: (xml: string) => void
  /** Gets what tells the last changes at once, and gives the document with them. */
  readonly settle: RefObject<Settle | undefined>
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
}

/** Undefined where nothing was drawn since the document was opened. */
export type Settle = () => Promise<string | undefined>

const pauseMs = 300

/** The drawing on a canvas: opened with it, closed with it, and told when it changes. */
export function useBpmnModel(
  canvas: RefObject<HTMLDivElement | null>,
  { xml, onChange, settle, faulty, disabled }: Options,
) {
  const [model, setModel] = useState<Model>()
  const [selected, setSelected] = useState<Shape>()
  const [error, setError] = useState<unknown>()
  // The document changes in place: whatever shows it is drawn again.
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // What was drawn here comes back as `xml`; it is not to be opened again.
  const drawn = useRef<string>(undefined)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  useEffect(() => {
    if (canvas.current === null) return
    const opened = openOn(canvas.current, disabled)
    opened.onSelect(setSelected)
    opened.onChange(redraw)
    const pause = onPause(opened, (saved) => {
      drawn.current = saved
      tell.current(saved)
    })
    settle.current = pause.settle
    setModel(opened)
    return () => {
      pause.stop()
      settle.current = undefined
      opened.close()
      setModel(undefined)
      drawn.current = undefined
    }
  }, [canvas, settle, disabled])

  useEffect(() => {
    if (model === undefined || xml === drawn.current) return
    drawn.current = xml
    model
      .open(xml)
      .then(() => setError(undefined), setError)
      .finally(redraw)
  }, [model, xml])

  useEffect(() => model?.mark(faulty), [model, faulty])

  return { model, selected, error }
}

function openOn(container: HTMLElement, isReadOnly: boolean): Model {
  const options = { container, moddleExtensions: { approval: approvalPackage } }
  const viewer = isReadOnly ? new NavigatedViewer(options) : new Modeler(options)
  return openModel(viewer, !isReadOnly)
}

/** Saves a model when it has rested after a change, or when that is too long to wait. */
function onPause(model: Model, tell: (xml: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved: Promise<string> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    saved = model.save().then((xml) => {
      tell(xml)
      return xml
    })
    return saved
  }
  model.onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), pauseMs)
  })
  const settle: Settle = async () => (timer === undefined ? saved : save())
  return { settle, stop: () => clearTimeout(timer) }
}
