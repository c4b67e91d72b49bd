import { Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, unwrap } from '../../../api/clients.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { formatNumber } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { simulationsKey } from './queries.ts'

const periods = [30, 90, 180, 366] as const
const limits = [100, 500, 2000, 5000] as const

/** Which approvals a definition is tried on. */
export function BeginForm(props: {
  readonly definitionId: string
  readonly onBegun: (id: string) => void
}) {
  const { t } = useTranslation('designer')
  const [days, setDays] = useState('90')
  const [limit, setLimit] = useState('500')
  const begin = useBegin(props.definitionId, props.onBegun)
  return (
    <Panel label={t('simulations.begin.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          begin.mutate({ days: Number(days), limit: Number(limit) })
        }}
      >
        <Group align="end">
          <NativeSelect
            label={t('simulations.begin.period')}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
            data={periods.map((one) => ({
              value: String(one),
              label: t('simulations.begin.days', { count: one }),
            }))}
          />
          <NativeSelect
            label={t('simulations.begin.limit')}
            value={limit}
            onChange={({ currentTarget }) => setLimit(currentTarget.value)}
            data={limits.map((one) => ({
              value: String(one),
              label: t('simulations.begin.approvals', { number: formatNumber(one) }),
            }))}
          />
          <Button type="submit" loading={begin.isPending}>
            {t('simulations.begin.run')}
          </Button>
        </Group>
        <ErrorAlert error={begin.error} />
      </form>
    </Panel>
  )
}

function useBegin(id: string, onBegun: (id: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ days, limit }: { readonly days: number; readonly limit: number }) => {
      // Of a day, so that a second click asks for the same thing: until now, from its first moment on.
      const from = new Date(Date.now() - (days - 1) * 86_400_000)
      from.setUTCHours(0, 0, 0, 0)
      const body = { from: from.toISOString(), limit }
      const params = { path: { id } }
      return unwrap(bpm.POST('/api/bpm/v1/definitions/{id}/simulations', { params, body }))
    },
    onSuccess: async (begun) => {
      onBegun(begun.id)
      await queries.invalidateQueries({ queryKey: simulationsKey })
    },
  })
}
