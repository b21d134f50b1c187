import { t } from '@lingui/core/macro'
import { Group, SegmentedControl, Select } from '@mantine/core'
import type { SegmentDataset } from '@rollcall/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../../components/page-header.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { FEED_DATASETS, type FeedView } from './feed-view.ts'
import { FromBeginning } from './from-beginning.tsx'
import { Newest } from './newest.tsx'

const OPTIONS = Object.entries(FEED_DATASETS).map(([value, label]) => ({ value, label }))

/** The change feed: what was published when and why, so that copies of the warehouse stay exact. */
export const ChangesPage = () => {
  const view = useSearch({ from: '/shell/data/changes' })
  const navigate = useNavigate()
  const show = (next: FeedView) => void navigate({ to: '/data/changes', search: next })
  return (
    <>
      <PageHeader
        title={t`Change feed`}
        description={t`Each entry is a segment: one published dataset of one building and day. A reader that fetches these segments and replaces its own keeps an exact copy.`}
        actions={<ViewsMenu page="/data/changes" />}
      />
      <Group align="flex-end" gap="sm" mb="md">
        <SegmentedControl
          aria-label={t`Order`}
          value={view.from ?? 'newest'}
          onChange={(from) =>
            show({ ...(from === 'beginning' ? { from } : {}), ...(view.dataset ? { dataset: view.dataset } : {}) })
          }
          data={[
            { value: 'newest', label: t`Newest first` },
            { value: 'beginning', label: t`From the beginning` },
          ]}
        />
        <Select
          label={t`Dataset`}
          placeholder={t`All`}
          data={OPTIONS}
          value={view.dataset ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t`All datasets` }}
          onChange={(dataset) =>
            show({ ...(view.from ? { from: view.from } : {}), ...(dataset ? { dataset: dataset as SegmentDataset } : {}) })
          }
        />
      </Group>
      {view.from ? <FromBeginning view={view} onShow={show} /> : <Newest dataset={view.dataset} />}
    </>
  )
}
