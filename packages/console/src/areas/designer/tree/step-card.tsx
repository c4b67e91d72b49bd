import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/icon.tsx'
import classes from '../designer.module.css'
import type { Candidate } from '../rules.ts'
import { Steps, type StepsProps } from './tree-editor.tsx'
import type { BranchStep, TreeStep } from './tree-model.ts'

interface Props extends StepsProps {
  readonly step: TreeStep
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const icons = { approve: 'check', cc: 'eye', branch: 'tree' } as const

export function StepCard(props: Props) {
  const { t } = useTranslation('designer')
  const { step, selected, faulty, disabled } = props
  const name = step.name ?? t(`branch.${step.type === 'branch' ? step.kind : 'exclusive'}`)
  return (
    <>
      <div
        className={classes.card}
        data-selected={selected === step.id || undefined}
        data-faulty={faulty.has(step.id) || undefined}
      >
        <UnstyledButton
          className={classes.cardButton ?? ''}
          aria-pressed={selected === step.id}
          onClick={() => props.onSelect(step.id)}
        >
          <Icon name={icons[step.type]} size={18} />
          <span>
            <Text fw={600} size="sm">
              {name}
            </Text>
            {step.type !== 'branch' && <Summary candidates={step.candidates} />}
          </span>
        </UnstyledButton>
        {!disabled && (
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              size="sm"
              disabled={props.isFirst}
              aria-label={t('tree.up', { name })}
              onClick={() => props.onMove(-1)}
            >
              <Icon name="up" size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size="sm"
              disabled={props.isLast}
              aria-label={t('tree.down', { name })}
              onClick={() => props.onMove(1)}
            >
              <Icon name="down" size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={t('tree.remove', { name })}
              onClick={props.onRemove}
            >
              <Icon name="trash" size={15} />
            </ActionIcon>
          </Group>
        )}
      </div>
      {step.type === 'branch' && <Branches {...props} step={step} />}
    </>
  )
}

function Summary({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const { t } = useTranslation('designer')
  const text =
    candidates.length === 0
      ? t('candidates.none')
      : candidates
          .map(({ kind, ref, name }) =>
            [t(`candidates.kind.${kind}`), ref ?? name].filter(Boolean).join(' '),
          )
          .join(', ')
  return (
    <Text size="xs" c="dimmed" lineClamp={2}>
      {text}
    </Text>
  )
}

function Branches(props: Props & { readonly step: BranchStep }) {
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
          {branch.when !== undefined && branch.when !== '' && (
            <Text size="xs" c="dimmed" ta="center" ff="monospace">
              {branch.when}
            </Text>
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
