/** Datasets of which days are published as segments: a dataset, local day and location each. */
export type SegmentDataset = 'user-booking-attendance' | 'presence'

/** Stands for the location of rows that belong to none. */
export const NO_LOCATION_ID = '00000000-0000-0000-0000-000000000000'
