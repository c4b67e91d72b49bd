import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-codes.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import classes from '../designer.module.css'
import { ElementForm } from './element-form.tsx'
import { useBpmnModel } from './use-bpmn-model.ts'

interface Props {
  readonly xml: string
  readonly onChange: (xml: string) => void
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
}

/** Draws a process as BPMN; the form beside it says what the chosen element does. */
export function BpmnEditor(props: Props) {
  const { t } = useTranslation('designer')
  const canvas = useRef<HTMLDivElement>(null)
  const { model, selected, error } = useBpmnModel(canvas, props)

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
              disabled={props.disabled}
            />
          )}
        </aside>
      </div>
    </>
  )
}
