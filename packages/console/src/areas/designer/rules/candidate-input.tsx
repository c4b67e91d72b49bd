import type { TreeCandidate } from '@countersign/contracts'
import { Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { TableSelect } from '../decision-tables/table-select.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'

interface Props {
  readonly candidate: TreeCandidate
  readonly onChange: (candidate: TreeCandidate) => void
  /** Whether a line of managers says in which order it is gone along. */
  readonly hasDirection?: boolean
}

/** One rule by which people are found: each kind with what identifies them. */
export function CandidateInput({ candidate, onChange, hasDirection = true }: Props) {
  const { t } = useTranslation('designer')
  const { kind } = candidate
  const label = t(`candidates.kind.${kind}`)
  const part = { candidate, onChange, label, hasDirection }
  switch (kind) {
    case 'user':
    case 'role':
    case 'department':
      return <PrincipalInput {...part} kind={kind} />
    case 'post':
      return <TextMember {...part} member="ref" />
    case 'variable':
      return <TextMember {...part} member="name" />
    case 'expression':
      return <TextMember {...part} member="value" />
    case 'decision':
      return (
        <TableSelect
          label={label}
          hint={t('tables.goesFirst')}
          value={candidate.ref ?? ''}
          onChange={(ref) => onChange({ ...candidate, ref })}
        />
      )
    case 'departmentLeader': {
      const level = `${label}: ${t('candidates.level')}`
      return <NumberMember {...part} label={level} member="level" least={0} />
    }
    case 'managerLine':
      return <ManagerLine {...part} />
    case 'initiator':
    case 'initiatorSelects':
    case 'previousApproverSelects':
      return (
        <Text flex={1} py={6}>
          {label}
        </Text>
      )
  }
}

interface PartProps extends Props {
  readonly label: string
}

function TextMember(props: PartProps & { readonly member: 'ref' | 'name' | 'value' }) {
  const { candidate, onChange, member } = props
  return (
    <TextInput
      label={props.label}
      flex={1}
      value={candidate[member] ?? ''}
      onChange={({ currentTarget }) => onChange({ ...candidate, [member]: currentTarget.value })}
    />
  )
}

function NumberMember(
  props: PartProps & { readonly member: 'level' | 'from' | 'to'; readonly least: number },
) {
  const { candidate, onChange, member } = props
  return (
    <NumberInput
      label={props.label}
      flex={1}
      min={props.least}
      max={20}
      value={candidate[member] ?? ''}
      onChange={(value) =>
        onChange({ ...candidate, [member]: typeof value === 'number' ? value : undefined })
      }
    />
  )
}

const directions = ['bottomUp', 'topDown'] as const

function ManagerLine(props: PartProps) {
  const { t } = useTranslation('designer')
  const { candidate, onChange, label, hasDirection = true } = props
  return (
    <Stack gap={6} flex={1} miw={0}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NumberMember
          {...props}
          label={`${label}: ${t('candidates.from')}`}
          member="from"
          least={1}
        />
        <NumberMember {...props} label={t('candidates.to')} member="to" least={1} />
      </Group>
      {hasDirection && (
        <Select
          label={t('candidates.direction')}
          data={directions.map((value) => ({ value, label: t(`candidates.${value}`) }))}
          value={candidate.direction ?? 'bottomUp'}
          onChange={(value) =>
            onChange({
              ...candidate,
              direction: directions.find((known) => known === value) ?? 'bottomUp',
            })
          }
        />
      )}
    </Stack>
  )
}

function PrincipalInput(props: PartProps & { readonly kind: 'user' | 'role' | 'department' }) {
  const { candidate, onChange, label, kind } = props
  const { ref } = candidate
  const nameOf = useNames([ref ?? null])
  return (
    <div style={{ flex: 1 }}>
      <PrincipalSelect
        label={label}
        kinds={[kind]}
        value={ref === undefined ? null : { kind, id: ref, name: nameOf(ref), detail: '' }}
        onChange={(principal) => onChange({ ...candidate, ref: principal?.id ?? '' })}
      />
    </div>
  )
}
