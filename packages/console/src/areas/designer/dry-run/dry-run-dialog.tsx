import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bizTypesQuery } from '../../../shared/biz-types.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { Selections } from '../../../shared/people/selections.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { Content, Definition } from '../queries.ts'
import { DryRunPath } from './dry-run-path.tsx'
import { DryRunVariable } from './dry-run-variable.tsx'
import { useDryRun } from './use-dry-run.ts'

interface Props {
  readonly definition: Definition
  readonly content: Content
  readonly onClose: () => void
}

/** "What if somebody started this?": the path and the people, before anything is published. */
export function DryRunDialog({ definition, content, onClose }: Props) {
  const { t } = useTranslation('designer')
  const { data: bizTypes = [] } = useQuery(bizTypesQuery)
  const { variables = [] } = bizTypes.find(({ code }) => code === definition.bizType) ?? {}
  const asked = useDryRun(definition, content)
  const { run } = asked
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('dryRun.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate()
        }}
      >
        <Stack>
          <PrincipalSelect
            label={t('dryRun.initiator')}
            kinds={['user']}
            value={asked.initiator}
            onChange={asked.setInitiator}
          />
          {variables.map((variable) => (
            <DryRunVariable
              key={variable.name}
              variable={variable}
              value={asked.variables[variable.name]}
              onChange={(value) => asked.setVariable(variable.name, value)}
            />
          ))}
          <Selections offered={asked.offered} chosen={asked.chosen} onChange={asked.setChosen} />
          <Group justify="flex-end">
            <Button type="submit" loading={run.isPending}>
              {t('dryRun.run')}
            </Button>
          </Group>
          <ErrorAlert error={run.error} />
          {run.data !== undefined && <DryRunPath path={run.data} />}
        </Stack>
      </form>
    </Modal>
  )
}
