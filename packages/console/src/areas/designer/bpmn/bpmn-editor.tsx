import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-codes.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import { Alert } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { Properties } from '../properties.tsx'
import { ElementForm } from './element-form.tsx'
import { HistoryButtons } from './history-buttons.tsx'
import { readSeparations, userTasksOf } from './separations.ts'
import { useBpmnModel, type Settle } from './use-bpmn-model.ts'

interface Props {
  readonly xml: string
  readonly onChange: (xml: string) => void
  readonly settle: RefObject<Settle | undefined>
  /** What was chosen elsewhere, to be shown here. */
  readonly selected: string | undefined
  readonly faulty: ReadonlyMap<string, string>
  readonly disabled: boolean
  /** What may help where the document cannot be drawn. */
  readonly rescue: ReactNode
}

/** Draws a process as BPMN; the form beside it says what the chosen element does. */
export function BpmnEditor(props: Props) {
  const { t } = useTranslation('designer')
  const canvas = useRef<HTMLDivElement>(null)
  const { model, selected, error } = useBpmnModel(canvas, props)
  const process = model?.process()
  useEffect(() => {
    if (props.selected !== undefined) model?.select(props.selected)
  }, [model, props.selected])

  return (
    <>
      {error !== undefined && (
        <Alert role="status" title={t('bpmn.undrawable')}>
          {t('bpmn.undrawableHint')}
          {props.rescue}
        </Alert>
      )}
      <div className={classes.editor}>
        <div className={classes.drawing}>
          <div
            className={classes.canvas}
            ref={canvas}
            role="application"
            aria-label={t('bpmn.canvas')}
          />
          {model !== undefined && !props.disabled && <HistoryButtons history={model.history} />}
        </div>
        {model !== undefined && (
          <Properties
            chosen={selected?.id}
            separations={process === undefined ? [] : readSeparations(process)}
            steps={process === undefined ? [] : userTasksOf(process)}
            onSeparate={(separations) => model.separate(separations)}
            disabled={props.disabled}
          >
            {selected !== undefined && (
              <ElementForm
                key={selected.id}
                model={model}
                shape={selected}
                disabled={props.disabled}
              />
            )}
          </Properties>
        )}
      </div>
    </>
  )
}
