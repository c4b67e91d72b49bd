import type { ApprovalTree, BranchStep, TreeStep } from '@countersign/contracts'
import { Button, Menu, Text } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { ConditionText } from '../conditions/condition-text.tsx'
import classes from '../designer.module.css'
import { StepCard } from './step-card.tsx'
import {
  changeSteps,
  moved,
  newStep,
  newStepTypes,
  type NewStepType,
  type Place,
} from './tree-model.ts'

export interface TreeProps {
  readonly tree: ApprovalTree
  readonly onChange: (tree: ApprovalTree) => void
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  /** Ids of the steps that something is wrong with. */
  readonly faulty: ReadonlySet<string>
  readonly disabled: boolean
}

/** The simple way to draw: steps from top to bottom, branches side by side. */
export function TreeEditor(props: TreeProps) {
  const { t } = useTranslation('designer')
  return (
    <div className={classes.tree}>
      <div className={classes.terminal}>{t('tree.start')}</div>
      <Steps {...props} steps={props.tree.steps} place={[]} />
      <div className={classes.terminal}>{t('tree.end')}</div>
    </div>
  )
}

interface StepsProps extends TreeProps {
  readonly steps: readonly TreeStep[]
  readonly place: Place
}

function Steps(props: StepsProps) {
  const { steps, place, tree, onChange, disabled } = props
  const { t } = useTranslation('designer')
  const change = (edit: (steps: readonly TreeStep[]) => readonly TreeStep[]) =>
    onChange(changeSteps(tree, place, edit))
  const insert = (index: number, type: NewStepType) => {
    const branches = [t('branch.name', { number: 1 }), t('tree.otherwise')] as const
    const step = newStep(tree, type, t(`tree.new.${type}`), branches)
    change((list) => list.toSpliced(index, 0, step))
    props.onSelect(step.id)
  }
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        <li key={step.id}>
          <Insert onInsert={(type) => insert(index, type)} disabled={disabled} />
          <StepCard
            step={step}
            isSelected={props.selected === step.id}
            isFaulty={props.faulty.has(step.id)}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
            disabled={disabled}
            onSelect={props.onSelect}
            onMove={(by) => change((list) => moved(list, index, by))}
            onRemove={() => change((list) => list.toSpliced(index, 1))}
          />
          {step.type === 'branch' && <Branches {...props} step={step} />}
          {step.type === 'sub' && (
            <div className={classes.branches}>
              <div className={classes.branch}>
                <Steps
                  {...props}
                  steps={step.steps}
                  place={[...place, { step: step.id, branch: 0 }]}
                />
              </div>
            </div>
          )}
        </li>
      ))}
      <li>
        <Insert onInsert={(type) => insert(steps.length, type)} disabled={disabled} />
      </li>
    </ol>
  )
}

function Branches(props: StepsProps & { readonly step: BranchStep }) {
  const { step, place } = props
  return (
    <div className={classes.branches}>
      {step.branches.map((branch, index) => (
        // Branches are known by their place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.branch}>
          <Text size="xs" fw={600} ta="center">
            {branch.name}
          </Text>
          {step.kind !== 'parallel' && branch.otherwise !== true && (
            <ConditionText text={branch.when} />
          )}
          <Steps
            {...props}
            steps={branch.steps}
            place={[...place, { step: step.id, branch: index }]}
          />
        </div>
      ))}
    </div>
  )
}

function Insert(props: {
  readonly onInsert: (type: NewStepType) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  if (props.disabled) return <div className={classes.line} />
  return (
    <div className={classes.insert}>
      <Menu position="bottom">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-xs"
            radius="xl"
            leftSection={<Icon name="plus" size={12} />}
          >
            {t('tree.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {newStepTypes.map((type) => (
            <Menu.Item key={type} onClick={() => props.onInsert(type)}>
              {t(`tree.new.${type}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
