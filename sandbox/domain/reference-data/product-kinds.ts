import type { AttributeKey } from './attribute-tables.js';
import type { PaletteKey } from './colors.js';
import type { MaterialKey } from './material-tables.js';
import type { SecondSizeKey, SizeKey } from './size-tables.js';

/** What the categories that hold one kind of goods have in common. */
export interface KindRow {
  /** The composition that its products carry, and the tables to choose from; left out where there is none. */
  composition?: readonly ['textile' | 'non-textile', MaterialKey];
  palette: PaletteKey;
  /** The measure that sizes are given in; left out for goods that come in one size. */
  size?: SizeKey;
  second_size?: SecondSizeKey;
  attributes: readonly AttributeKey[];
}

/** The kinds of goods that leaf categories hold; each attribute key names a row of the attribute tables. */
export const PRODUCT_KINDS = {
  // Clothing
  dress: {
    composition: ['textile', 'clothing'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['neckline', 'sleeve_length', 'dress_length', 'occasion', 'pattern', 'fit', 'fastening'],
  },
  top: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'letters',
    attributes: ['neckline', 'sleeve_length', 'pattern', 'fit'],
  },
  shirt: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['collar', 'sleeve_length', 'cuff', 'pattern', 'fit', 'occasion'],
  },
  knitwear: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'letters',
    attributes: ['neckline', 'knit', 'sleeve_length', 'pattern', 'fit'],
  },
  sweatshirt: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'letters',
    attributes: ['neckline', 'hood', 'pattern', 'fit'],
  },
  trousers: {
    composition: ['textile', 'clothing'],
    palette: 'fashion',
    size: 'clothing',
    second_size: 'inside leg',
    attributes: ['waist_rise', 'leg_shape', 'fastening', 'pattern', 'fit', 'pockets'],
  },
  jeans: {
    composition: ['textile', 'single fabric'],
    palette: 'denim',
    size: 'waist',
    second_size: 'inside leg',
    attributes: ['waist_rise', 'leg_shape', 'wash', 'fastening', 'fit'],
  },
  shorts: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['waist_rise', 'fastening', 'pattern', 'fit', 'pockets'],
  },
  skirt: {
    composition: ['textile', 'clothing'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['skirt_shape', 'waist_rise', 'pattern', 'occasion'],
  },
  jumpsuit: {
    composition: ['textile', 'clothing'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['neckline', 'sleeve_length', 'leg_shape', 'occasion'],
  },
  tailoring: {
    composition: ['textile', 'tailoring'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['lapel', 'fastening', 'fit', 'occasion', 'pattern', 'pockets'],
  },
  outerwear: {
    composition: ['textile', 'outerwear'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['collar', 'hood', 'fastening', 'weather_protection', 'warmth', 'pockets'],
  },
  'leather clothing': {
    composition: ['non-textile', 'leather clothing'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['collar', 'fastening', 'leather_finish', 'fit'],
  },
  underwear: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'letters',
    attributes: ['pack_size', 'waist_rise', 'pattern'],
  },
  bra: {
    composition: ['textile', 'lingerie'],
    palette: 'fashion',
    size: 'underbust',
    second_size: 'cup',
    attributes: ['bra_padding', 'underwire', 'strap', 'support'],
  },
  nightwear: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'letters',
    attributes: ['sleeve_length', 'pattern', 'fastening'],
  },
  hosiery: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'hosiery',
    attributes: ['denier', 'pack_size', 'pattern'],
  },
  socks: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'socks',
    attributes: ['sock_length', 'pack_size', 'pattern'],
  },
  swimwear: {
    composition: ['textile', 'lingerie'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['strap', 'bra_padding', 'pattern', 'sun_protection'],
  },
  sportswear: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'letters',
    attributes: ['sport', 'support', 'fit', 'technology'],
  },
  babywear: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    size: 'clothing',
    attributes: ['fastening', 'sleeve_length', 'pattern', 'warmth'],
  },
  // Shoes
  shoe: {
    composition: ['non-textile', 'shoes'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['toe_shape', 'shoe_fastening', 'shoe_width', 'occasion'],
  },
  sneaker: {
    composition: ['non-textile', 'shoes'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['shoe_fastening', 'sole', 'shoe_width', 'pattern'],
  },
  'sports shoe': {
    composition: ['non-textile', 'shoes'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['sport', 'sole', 'shoe_fastening', 'technology', 'support'],
  },
  heel: {
    composition: ['non-textile', 'shoes'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['heel_height', 'heel_shape', 'toe_shape', 'occasion'],
  },
  boot: {
    composition: ['non-textile', 'lined shoes'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['shaft_height', 'heel_height', 'shoe_fastening', 'weather_protection', 'warmth'],
  },
  sandal: {
    composition: ['non-textile', 'shoes'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['heel_height', 'shoe_fastening', 'sole'],
  },
  slipper: {
    composition: ['textile', 'slippers'],
    palette: 'fashion',
    size: 'shoes',
    attributes: ['sole', 'warmth', 'shoe_width'],
  },
  // Bags and accessories
  bag: {
    composition: ['non-textile', 'leather goods'],
    palette: 'fashion',
    attributes: ['bag_format', 'bag_closure', 'compartments', 'strap', 'leather_finish'],
  },
  'fabric bag': {
    composition: ['textile', 'fabric bags'],
    palette: 'fashion',
    attributes: ['bag_format', 'bag_closure', 'compartments', 'capacity'],
  },
  wallet: {
    composition: ['non-textile', 'leather goods'],
    palette: 'fashion',
    attributes: ['bag_closure', 'compartments', 'leather_finish'],
  },
  belt: {
    composition: ['non-textile', 'leather goods'],
    palette: 'fashion',
    size: 'belt',
    attributes: ['buckle', 'belt_width', 'leather_finish'],
  },
  scarf: {
    composition: ['textile', 'single fabric'],
    palette: 'fashion',
    attributes: ['scarf_shape', 'pattern', 'knit'],
  },
  hat: {
    composition: ['textile', 'clothing'],
    palette: 'fashion',
    size: 'head',
    attributes: ['hat_shape', 'warmth', 'sun_protection'],
  },
  gloves: {
    composition: ['textile', 'outerwear'],
    palette: 'fashion',
    size: 'hand',
    attributes: ['warmth', 'technology', 'weather_protection'],
  },
  tie: {
    composition: ['textile', 'clothing'],
    palette: 'fashion',
    attributes: ['pattern', 'occasion', 'belt_width'],
  },
  eyewear: {
    composition: ['non-textile', 'eyewear'],
    palette: 'fashion',
    attributes: ['frame_shape', 'lens', 'sun_protection'],
  },
  watch: {
    composition: ['non-textile', 'watches'],
    palette: 'jewellery',
    attributes: ['watch_movement', 'dial_shape', 'water_resistance'],
  },
  'hair accessory': {
    composition: ['non-textile', 'jewellery'],
    palette: 'fashion',
    attributes: ['pack_size', 'pattern'],
  },
  umbrella: {
    composition: ['textile', 'fabric bags'],
    palette: 'fashion',
    attributes: ['pattern', 'weather_protection'],
  },
  // Jewellery
  ring: {
    composition: ['non-textile', 'jewellery'],
    palette: 'jewellery',
    size: 'ring',
    attributes: ['gemstone', 'plating', 'occasion'],
  },
  necklace: {
    composition: ['non-textile', 'jewellery'],
    palette: 'jewellery',
    size: 'chain',
    attributes: ['gemstone', 'plating', 'chain_type'],
  },
  bracelet: {
    composition: ['non-textile', 'jewellery'],
    palette: 'jewellery',
    size: 'wrist',
    attributes: ['plating', 'chain_type', 'jewellery_clasp'],
  },
  earrings: {
    composition: ['non-textile', 'jewellery'],
    palette: 'jewellery',
    attributes: ['gemstone', 'plating', 'jewellery_clasp'],
  },
  brooch: {
    composition: ['non-textile', 'jewellery'],
    palette: 'jewellery',
    attributes: ['gemstone', 'occasion'],
  },
  // Beauty
  fragrance: {
    palette: 'none',
    size: 'volume',
    attributes: ['scent_family', 'scent_strength', 'gift_wrapping'],
  },
  'skin care': {
    palette: 'none',
    size: 'volume',
    attributes: ['skin_type', 'skin_area', 'sun_protection', 'free_from'],
  },
  'make-up': { palette: 'shades', attributes: ['finish', 'skin_type', 'free_from'] },
  'hair care': { palette: 'none', size: 'volume', attributes: ['hair_type', 'free_from'] },
  // Home
  bedding: {
    composition: ['textile', 'filled home fabrics'],
    palette: 'home',
    size: 'bedding',
    attributes: ['weave', 'warmth', 'pattern'],
  },
  towel: {
    composition: ['textile', 'home fabrics'],
    palette: 'home',
    size: 'towel',
    attributes: ['weave', 'pack_size'],
  },
  cushion: {
    composition: ['textile', 'filled home fabrics'],
    palette: 'home',
    size: 'cushion',
    attributes: ['pattern', 'room'],
  },
  curtain: {
    composition: ['textile', 'home fabrics'],
    palette: 'home',
    size: 'curtain width',
    second_size: 'curtain drop',
    attributes: ['light_control', 'pattern', 'room'],
  },
  rug: {
    composition: ['textile', 'rugs'],
    palette: 'home',
    size: 'rug',
    attributes: ['rug_shape', 'pile', 'room'],
  },
  'home fabric': {
    composition: ['textile', 'home fabrics'],
    palette: 'home',
    attributes: ['weave', 'pattern', 'room'],
  },
  homeware: {
    composition: ['non-textile', 'homeware'],
    palette: 'home',
    attributes: ['room', 'finish', 'pack_size'],
  },
  lamp: { composition: ['non-textile', 'homeware'], palette: 'home', attributes: ['room', 'lamp_socket'] },
  candle: { palette: 'home', attributes: ['scent_family', 'gift_wrapping'] },
  // Others
  'soft toy': {
    composition: ['textile', 'filled home fabrics'],
    palette: 'fashion',
    attributes: ['age', 'pattern'],
  },
  toy: { composition: ['non-textile', 'homeware'], palette: 'fashion', attributes: ['age', 'finish'] },
  'gift card': { palette: 'none', attributes: ['gift_wrapping', 'occasion'] },
} as const satisfies Readonly<Record<string, KindRow>>;

/** The name of a kind of goods. */
export type ProductKind = keyof typeof PRODUCT_KINDS;
