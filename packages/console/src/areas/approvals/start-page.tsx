import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { inWords } from '../../shared/biz-types.ts'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { PageSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { bizTypeQuery } from './queries.ts'
import { StartForm } from './start-form.tsx'

const route = getRouteApi('/start/$bizType')

/** Starts an approval: a form made from what the business type declares, and where it will go. */
export function StartPage() {
  const { t, language } = useTranslation('approvals')
  const { bizType: code } = route.useParams()
  const {
    data: bizType,
    error,
    refetch,
  } = useQuery({
    ...bizTypeQuery(code),
    select: (type) => inWords(type, language),
  })
  if (bizType === undefined) {
    return error === null ? (
      <PageSkeleton />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  return (
    <Page>
      <PageHeader title={t('start.typeTitle', { name: bizType.name })} lead={t('start.typeLead')} />
      <StartForm key={bizType.code} bizType={bizType} />
    </Page>
  )
}
