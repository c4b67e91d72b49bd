import { approvalPackage } from '@countersign/contracts'
import Modeler from 'bpmn-js/lib/Modeler.js'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer.js'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { openModel, type Model, type Shape } from './model.ts'

interface Options {
  readonly xml: string
  /** Called with the document when nobody has drawn for a moment. */
  readonly onChange: (xml: string) => void
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
}

const pauseMs = 300

/** The drawing on a canvas: opened with it, closed with it, and told when it changes. */
export function useBpmnModel(
  canvas: RefObject<HTMLDivElement | null>,
  { xml, onChange, faulty, disabled }: Options,
) {
  const [model, setModel] = useState<Model>()
  const [selected, setSelected] = useState<Shape>()
  const [error, setError] = useState<unknown>()
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
    const stop = onPause(opened, (saved) => {
      drawn.current = saved
      tell.current(saved)
    })
    setModel(opened)
    return () => {
      stop()
      opened.close()
      setModel(undefined)
      drawn.current = undefined
    }
  }, [canvas, disabled])

  useEffect(() => {
    if (model === undefined || xml === drawn.current) return
    drawn.current = xml
    model.open(xml).then(() => setError(undefined), setError)
  }, [model, xml])

  useEffect(() => model?.mark(faulty), [model, faulty])

  return { model, selected, error }
}

function openOn(container: HTMLElement, isReadOnly: boolean): Model {
  const options = { container, moddleExtensions: { approval: approvalPackage } }
  return openModel(isReadOnly ? new NavigatedViewer(options) : new Modeler(options))
}

/** Saves a model when it has rested after a change, until it is stopped. */
function onPause(model: Model, tell: (xml: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  model.onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(() => void model.save().then(tell), pauseMs)
  })
  return () => clearTimeout(timer)
}
