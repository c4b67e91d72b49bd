import { useTranslation } from 'react-i18next'
import classes from '../designer.module.css'
import { StepForm } from './step-form.tsx'
import { TreeEditor, type TreeProps } from './tree-editor.tsx'
import { findStep, replaceStep } from './tree-model.ts'

/** The tree, and beside it what the chosen step says. */
export function TreeDesigner(props: TreeProps) {
  const { t } = useTranslation('designer')
  const { tree, selected, onChange, disabled } = props
  const step = selected === undefined ? undefined : findStep(tree.steps, selected)
  return (
    <div className={classes.editor}>
      <div className={classes.sheet}>
        <TreeEditor {...props} />
      </div>
      <aside className={classes.properties} aria-label={t('bpmn.properties')}>
        {step === undefined ? (
          t('bpmn.choose')
        ) : (
          <StepForm
            key={step.id}
            step={step}
            disabled={disabled}
            onChange={(next) => onChange(replaceStep(tree, next))}
          />
        )}
      </aside>
    </div>
  )
}
