import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-codes.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import { approvalPackage } from '@countersign/contracts'
import Modeler from 'bpmn-js/lib/Modeler.js'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../../shared/error-alert.tsx'
import classes from '../designer.module.css'
import { ElementForm } from './element-form.tsx'
import { openModel, type Model, type Shape } from './model.ts'

interface Props {
  readonly xml: string
  readonly onChange: (xml: string) => void
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
}

const pauseMs = 300

/** Draws a process as BPMN; the form beside it says what the chosen element does. */
export function BpmnEditor({ xml, onChange, faulty, disabled }: Props) {
  const { t } = useTranslation('designer')
  const canvas = useRef<HTMLDivElement>(null)
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
    const options = {
      container: canvas.current,
      moddleExtensions: { approval: approvalPackage },
    }
    const opened = openModel(disabled ? new NavigatedViewer(options) : new Modeler(options))
    let timer: ReturnType<typeof setTimeout> | undefined
    opened.onSelect(setSelected)
    opened.onChange(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        void opened.save().then((saved) => {
          drawn.current = saved
          tell.current(saved)
        })
      }, pauseMs)
    })
    setModel(opened)
    return () => {
      clearTimeout(timer)
      opened.close()
      setModel(undefined)
      drawn.current = undefined
    }
  }, [disabled])

  useEffect(() => {
    if (model === undefined || xml === drawn.current) return
    drawn.current = xml
    model.open(xml).then(() => setError(undefined), setError)
  }, [model, xml])

  useEffect(() => model?.mark(faulty), [model, faulty])

  return (
    <>
      <ErrorAlert error={error} />
      <div className={classes.editor}>
        <div
          className={classes.canvas}
          ref={canvas}
          role="application"
          aria-label={t('bpmn.canvas')}
        />
        <aside className={classes.properties} aria-label={t('bpmn.properties')}>
          {model !== undefined && (
            <ElementForm
              key={selected?.id ?? ''}
              model={model}
              shape={selected}
              disabled={disabled}
            />
          )}
        </aside>
      </div>
    </>
  )
}
