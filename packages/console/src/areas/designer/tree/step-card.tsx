import type { TreeCandidate, TreeStep } from '@countersign/contracts'
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { Icon, type IconName } from '../../../shared/icon.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { candidateWords, idsIn } from '../rules/candidate-words.ts'
import { titleOf } from './step-title.ts'

interface Props {
  readonly step: TreeStep
  readonly isSelected: boolean
  readonly isFaulty: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly disabled: boolean
  readonly onSelect: (id: string) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const icons: Readonly<Record<TreeStep['type'], IconName>> = {
  approve: 'check',
  cc: 'eye',
  branch: 'tree',
  call: 'swap',
  wait: 'clock',
  auto: 'bolt',
  decision: 'columns',
  callback: 'plug',
  sub: 'folder',
  jump: 'return',
  end: 'leave',
}

export function StepCard(props: Props) {
  const { t } = useTranslation('designer')
  const { step, isSelected, disabled } = props
  const name = titleOf(step, t)
  return (
    <div
      className={classes.card}
      data-selected={isSelected || undefined}
      data-faulty={props.isFaulty || undefined}
    >
      <UnstyledButton
        className={classes.cardButton ?? ''}
        aria-pressed={isSelected}
        onClick={() => props.onSelect(step.id)}
      >
        <Icon name={icons[step.type]} size={18} />
        <span>
          <Text fw={600} size="sm">
            {name}
          </Text>
          {'candidates' in step && <Summary candidates={step.candidates} />}
        </span>
      </UnstyledButton>
      {!disabled && <StepButtons {...props} name={name} />}
    </div>
  )
}

function StepButtons(props: Props & { readonly name: string }) {
  const { t } = useTranslation('designer')
  const { name } = props
  return (
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
  )
}

function Summary({ candidates }: { readonly candidates: readonly TreeCandidate[] }) {
  const { t } = useTranslation('designer')
  const nameOf = useNames(useMemo(() => idsIn(candidates), [candidates]))
  const text =
    candidates.length === 0
      ? t('candidates.none')
      : candidates.map((one) => candidateWords(one, { t, nameOf })).join(', ')
  return (
    <Text size="xs" c="dimmed" lineClamp={2}>
      {text}
    </Text>
  )
}
