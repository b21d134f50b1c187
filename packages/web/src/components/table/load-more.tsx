import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { showNumber } from '../format.ts'
import { useKeptFocus } from '../kept-focus.ts'
import { ErrorState } from '../states.tsx'

interface Props {
  /** A query that reads page by page, after its first page. */
  readonly query: {
    readonly data?: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: Error | null
    readonly fetchNextPage: () => Promise<unknown>
  }
}

/** Says below a table that only a part of its rows is loaded, and loads the next ones. Nothing if one page had all of them. */
export const LoadMore = ({ query }: Props) => {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const kept = useKeptFocus<HTMLParagraphElement>()
  const pages = data?.pages ?? []
  if (!hasNextPage && pages.length < 2) return null
  const count = showNumber(pages.reduce((sum, { items }) => sum + items.length, 0))
  return (
    <Stack gap="sm" mt="sm">
      <Group gap="sm" {...kept.area}>
        <Text size="sm" role="status" {...kept.target}>
          {hasNextPage ? t`Only the first ${count} are loaded.` : t`All ${count} are loaded.`}
        </Text>
        {hasNextPage ? (
          // It is not `disabled`, because that would remove the keyboard focus.
          <Button
            size="xs"
            variant="default"
            aria-disabled={isFetchingNextPage}
            data-disabled={isFetchingNextPage || undefined}
            onClick={() => (isFetchingNextPage ? undefined : void fetchNextPage())}
          >
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Group>
      {isFetchNextPageError ? <ErrorState error={error} /> : null}
    </Stack>
  )
}
