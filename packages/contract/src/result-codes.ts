/** Result code of one submitted event (contract §3). 0, 1, 2 are the known ones; the meaning of 3 is ours. */
export const RESULT_CODES = { accepted: 0, userNotFound: 1, locationNotFound: 2, refused: 3 } as const
export type ResultCode = (typeof RESULT_CODES)[keyof typeof RESULT_CODES]

/** Message of a repeat of an event that is stored already; its code is 0. */
export const ALREADY_RECORDED = 'Already recorded'
