/** The sizes of one measure: a prefix or unit that the full name carries, and what shoppers see. */
export interface SizeTable {
  prefix?: string;
  unit?: string;
  values: readonly string[];
}

/** The sizes of one measure in each department (a root of the category tree), or in all of them. */
export type SizeRow = Readonly<Record<string, SizeTable>>;

const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL'];
const HEIGHTS = { unit: ' cm', values: steps(92, 176, 6) };
const BABY_HEIGHTS = { unit: ' cm', values: steps(44, 98, 6) };
const CHILDRENS_SHOES = { prefix: 'EU ', values: steps(20, 40, 1) };
const CHILDRENS_SOCKS = { prefix: 'EU ', values: ['19-22', '23-26', '27-30', '31-34', '35-38'] };
const HEADS = { unit: ' cm', values: steps(54, 62, 1) };
const INSIDE_LEGS = { prefix: 'L', values: steps(28, 38, 2) };

/** The sizes of each measure: one table for all departments, or one for each department. */
export const SIZE_TABLES = {
  clothing: {
    Women: { prefix: 'EU ', values: steps(32, 54, 2) },
    Men: { prefix: 'EU ', values: steps(44, 64, 2) },
    Girls: HEIGHTS,
    Boys: HEIGHTS,
    Babies: BABY_HEIGHTS,
  },
  letters: {
    Women: { values: LETTERS },
    Men: { values: LETTERS.slice(1) },
    Girls: HEIGHTS,
    Boys: HEIGHTS,
    Babies: BABY_HEIGHTS,
  },
  waist: {
    Women: { prefix: 'W', values: steps(24, 36, 1) },
    Men: { prefix: 'W', values: steps(28, 42, 1) },
    Girls: HEIGHTS,
    Boys: HEIGHTS,
  },
  shoes: {
    Women: { prefix: 'EU ', values: steps(35, 43, 0.5) },
    Men: { prefix: 'EU ', values: steps(39, 49, 0.5) },
    Girls: CHILDRENS_SHOES,
    Boys: CHILDRENS_SHOES,
    Babies: { prefix: 'EU ', values: steps(15, 24, 1) },
  },
  socks: {
    Women: { prefix: 'EU ', values: ['35-38', '39-42'] },
    Men: { prefix: 'EU ', values: ['39-42', '43-46', '47-50'] },
    Girls: CHILDRENS_SOCKS,
    Boys: CHILDRENS_SOCKS,
  },
  head: {
    Women: HEADS,
    Men: HEADS,
    Girls: { unit: ' cm', values: steps(46, 56, 2) },
    Boys: { unit: ' cm', values: steps(46, 56, 2) },
  },
  hand: {
    Women: { values: steps(6, 8.5, 0.5) },
    Men: { values: steps(7.5, 11, 0.5) },
    Girls: { unit: ' years', values: ['2-4', '4-6', '6-8', '8-10'] },
    Boys: { unit: ' years', values: ['2-4', '4-6', '6-8', '8-10'] },
  },
  underbust: { all: { values: steps(65, 100, 5), unit: ' cm' } },
  hosiery: { all: { values: ['1', '2', '3', '4', '5'] } },
  belt: { all: { unit: ' cm', values: steps(70, 125, 5) } },
  ring: { all: { unit: ' mm', values: steps(48, 68, 2) } },
  chain: { all: { unit: ' cm', values: ['36', '40', '42', '45', '50', '60', '70', '80'] } },
  wrist: { all: { unit: ' cm', values: steps(14, 23, 1) } },
  volume: { all: { unit: ' ml', values: ['15', '30', '50', '75', '100', '150', '200', '250', '500'] } },
  bedding: {
    all: { unit: ' cm', values: ['100x135', '135x200', '140x200', '155x220', '200x200', '240x220'] },
  },
  towel: { all: { unit: ' cm', values: ['30x30', '30x50', '50x100', '70x140', '100x150'] } },
  cushion: { all: { unit: ' cm', values: ['30x50', '40x40', '45x45', '50x50', '60x60'] } },
  rug: {
    all: { unit: ' cm', values: ['60x90', '80x150', '120x170', '160x230', '200x290', 'Ø 120', 'Ø 160'] },
  },
  'curtain width': { all: { unit: ' cm wide', values: ['100', '140', '200', '300'] } },
} as const satisfies Readonly<Record<string, SizeRow>>;

/** The second measure of goods that need one. Children's trousers have no length: departments may lack a table. */
export const SECOND_SIZE_TABLES = {
  'inside leg': { Women: INSIDE_LEGS, Men: INSIDE_LEGS },
  cup: { all: { prefix: 'Cup ', values: ['AA', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] } },
  'curtain drop': { all: { unit: ' cm long', values: ['145', '175', '225', '245', '260'] } },
} as const satisfies Readonly<Record<string, SizeRow>>;

/** The name of a measure. */
export type SizeKey = keyof typeof SIZE_TABLES;

/** The name of a second measure. */
export type SecondSizeKey = keyof typeof SECOND_SIZE_TABLES;

/** The numbers from one to the other, both included, as text. */
function steps(from: number, to: number, step: number): string[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) =>
    String(from + index * step),
  );
}
