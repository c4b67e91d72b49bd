import type { TreeSeparation } from '@countersign/contracts'
import { ActionIcon, Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { optionsOf, type NamedStep } from './separations.ts'

interface Props {
  readonly value: readonly TreeSeparation[]
  readonly steps: readonly NamedStep[]
  readonly onChange: (value: readonly TreeSeparation[]) => void
  readonly disabled: boolean
}

/** Which steps are kept apart: nobody decides at two that are named together. */
export function SeparationsField({ value, steps, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  // What names no step yet says nothing, and is nowhere but here.
  const [isAdding, setIsAdding] = useState(false)
  const rows = isAdding ? [...value, { nodes: [] }] : value
  const change = (index: number, next: TreeSeparation) => {
    const isEmpty = next.nodes.length === 0
    if (isEmpty !== (index === value.length)) setIsAdding(isEmpty)
    onChange(isEmpty ? value.toSpliced(index, 1) : value.toSpliced(index, 1, next))
  }
  return (
    <fieldset disabled={disabled} className={classes.group}>
      <Text component="legend" size="sm" fw={600}>
        {t('separations.title')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {steps.length < 2 ? t('separations.noSteps') : t('separations.lead')}
      </Text>
      <Stack gap="md">
        {rows.map((separation, index) => (
          <Separation
            // Known by their place alone; two may even be equal.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            number={index + 1}
            value={separation}
            steps={steps}
            onChange={(next) => change(index, next)}
            onRemove={() => {
              if (index === value.length) setIsAdding(false)
              else onChange(value.toSpliced(index, 1))
            }}
            isNew={index === value.length}
            disabled={disabled}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          disabled={disabled || isAdding || steps.length < 2}
          onClick={() => setIsAdding(true)}
        >
          {t('separations.add')}
        </Button>
      </Stack>
    </fieldset>
  )
}

interface RowProps {
  readonly number: number
  readonly value: TreeSeparation
  readonly steps: readonly NamedStep[]
  readonly onChange: (value: TreeSeparation) => void
  readonly onRemove: () => void
  readonly isNew: boolean
  readonly disabled: boolean
}

function Separation(props: RowProps) {
  const { t } = useTranslation('designer')
  const { number, value, steps, onChange, disabled } = props
  const { nodes, rounds } = value
  const gone = nodes.filter((id) => !steps.some((step) => step.id === id))
  const data = [...optionsOf(steps, (id) => t('separations.unnamed', { id })), ...gone]
  return (
    <div>
      <Group align="flex-start" wrap="nowrap" gap="xs">
        <MultiSelect
          flex={1}
          miw={0}
          label={t('separations.steps', { number })}
          placeholder={nodes.length === 0 ? t('separations.choose') : ''}
          data={data}
          value={[...nodes]}
          onChange={(chosen) => onChange({ ...value, nodes: chosen })}
          // What is chosen already would be taken out by the next press of the arrow and Enter.
          hidePickedOptions
          // Whoever has added it chooses next.
          autoFocus={props.isNew}
          error={faultOf(nodes, gone, t)}
          disabled={disabled}
        />
        <ActionIcon
          variant="subtle"
          mt={26}
          disabled={disabled}
          aria-label={t('separations.remove', { number })}
          onClick={props.onRemove}
        >
          <Icon name="cross" size={16} />
        </ActionIcon>
      </Group>
      <Checkbox
        mt={8}
        label={t('separations.rounds')}
        description={t('separations.roundsHint')}
        checked={rounds === 'all'}
        disabled={disabled || nodes.length === 0}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? { nodes, rounds: 'all' } : { nodes })
        }
      />
    </div>
  )
}

type Translate = ReturnType<typeof useTranslation<'designer'>>['t']

/** What is wrong with the steps of a row, in the words of who draws. */
function faultOf(nodes: readonly string[], gone: readonly string[], t: Translate) {
  if (gone.length > 0) return t('separations.gone', { steps: gone.join(', '), count: gone.length })
  return nodes.length === 1 ? t('separations.tooFew') : undefined
}
