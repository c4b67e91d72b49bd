import classes from '../designer.module.css'
import { Properties } from '../properties.tsx'
import { StepForm } from './step-form.tsx'
import { TreeEditor, type TreeProps } from './tree-editor.tsx'
import { approvalsOf, findStep, replaceStep, separate } from './tree-model.ts'

/** The tree, and beside it what the chosen step says. */
export function TreeDesigner(props: TreeProps) {
  const { tree, selected, onChange, disabled } = props
  const step = selected === undefined ? undefined : findStep(tree.steps, selected)
  return (
    <div className={classes.editor}>
      <div className={classes.sheet}>
        <TreeEditor {...props} />
      </div>
      <Properties
        chosen={step?.id}
        separations={tree.separations ?? []}
        steps={approvalsOf(tree.steps)}
        onSeparate={(separations) => onChange(separate(tree, separations))}
        disabled={disabled}
      >
        {step !== undefined && (
          <StepForm
            key={step.id}
            tree={tree}
            step={step}
            disabled={disabled}
            onChange={(next) => onChange(replaceStep(tree, next))}
          />
        )}
      </Properties>
    </div>
  )
}
