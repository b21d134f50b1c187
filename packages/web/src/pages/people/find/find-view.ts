import { present, textOf } from '../shared/search-values.ts'

export const validateFindView = (search: Record<string, unknown>) => present({ search: textOf(search.search)?.slice(0, 200) })
