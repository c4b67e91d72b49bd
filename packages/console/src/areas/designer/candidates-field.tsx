import {
  ActionIcon,
  Button,
  Group,
  Menu,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/icon.tsx'
import { useNames, type PrincipalKind } from '../../shared/people.ts'
import { PrincipalSelect } from '../../shared/principal-select.tsx'
import {
  candidateKinds,
  compact,
  newCandidate,
  type Candidate,
  type CandidateKind,
} from './rules.ts'

interface Props {
  readonly value: readonly Candidate[]
  readonly onChange: (value: readonly Candidate[]) => void
  readonly disabled: boolean
}

/** Who is asked: any number of rules, each by what identifies people. */
export function CandidatesField({ value, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0 }}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {t('candidates.title')}
      </Text>
      <Stack gap="sm">
        {value.map((candidate, index) => (
          // Rules have no identity of their own; two may even be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
            <CandidateInput
              candidate={candidate}
              onChange={(next) => onChange(value.with(index, compact(next)))}
            />
            <ActionIcon
              variant="subtle"
              mb={4}
              aria-label={t('candidates.remove', { kind: t(`candidates.kind.${candidate.kind}`) })}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <AddMenu onAdd={(kind) => onChange([...value, newCandidate(kind)])} disabled={disabled} />
      </Stack>
    </fieldset>
  )
}

function AddMenu(props: {
  readonly onAdd: (kind: CandidateKind) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" w="fit-content" disabled={props.disabled}>
          {t('candidates.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {candidateKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => props.onAdd(kind)}>
            {t(`candidates.kind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface InputProps {
  readonly candidate: Candidate
  readonly onChange: (candidate: Candidate) => void
}

const principalKinds: readonly string[] = ['user', 'role', 'department']

function CandidateInput({ candidate, onChange }: InputProps) {
  const { t } = useTranslation('designer')
  const { kind } = candidate
  const label = t(`candidates.kind.${kind}`)
  if (principalKinds.includes(kind)) {
    return <PrincipalInput candidate={candidate} onChange={onChange} />
  }
  const text = (member: 'ref' | 'name' | 'value') => (
    <TextInput
      label={label}
      flex={1}
      value={candidate[member] ?? ''}
      onChange={({ currentTarget }) => onChange({ ...candidate, [member]: currentTarget.value })}
    />
  )
  const number = (member: 'level' | 'from' | 'to', name: string, least: number) => (
    <NumberInput
      label={name}
      flex={1}
      min={least}
      max={20}
      value={candidate[member] ?? ''}
      onChange={(value) =>
        onChange({ ...candidate, [member]: typeof value === 'number' ? value : undefined })
      }
    />
  )
  switch (kind) {
    case 'post':
      return text('ref')
    case 'variable':
      return text('name')
    case 'expression':
      return text('value')
    case 'departmentLeader':
      return number('level', `${label}: ${t('candidates.level')}`, 0)
    case 'managerLine':
      return (
        <Group gap="xs" align="flex-end" flex={1} wrap="nowrap">
          {number('from', `${label}: ${t('candidates.from')}`, 1)}
          {number('to', t('candidates.to'), 1)}
          <Select
            label={t('candidates.direction')}
            flex={1}
            data={['bottomUp', 'topDown'].map((value) => ({
              value,
              label: t(`candidates.${value === 'topDown' ? 'topDown' : 'bottomUp'}`),
            }))}
            value={candidate.direction ?? 'bottomUp'}
            onChange={(direction) => onChange({ ...candidate, direction: direction ?? 'bottomUp' })}
          />
        </Group>
      )
    default:
      return (
        <Text flex={1} py={6}>
          {label}
        </Text>
      )
  }
}

function PrincipalInput({ candidate, onChange }: InputProps) {
  const { t } = useTranslation('designer')
  const { ref } = candidate
  const nameOf = useNames([ref ?? null])
  const kind = candidate.kind as PrincipalKind
  return (
    <div style={{ flex: 1 }}>
      <PrincipalSelect
        label={t(`candidates.kind.${kind}`)}
        kinds={[kind]}
        value={ref === undefined ? null : { kind, id: ref, name: nameOf(ref), detail: '' }}
        onChange={(principal) => onChange({ ...candidate, ref: principal?.id ?? '' })}
      />
    </div>
  )
}
