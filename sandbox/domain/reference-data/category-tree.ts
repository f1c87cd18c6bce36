import type { ProductKind } from './product-kinds.js';

/** A branch of the tree: a name leads to further branches, or, at a leaf, to the kind of goods it holds. */
export interface CategoryBranch {
  readonly [name: string]: CategoryBranch | ProductKind;
}

const CHILDRENS_BASICS = {
  Tops: { 'T-shirts': 'top', 'Long-sleeved tops': 'top', 'Polo shirts': 'top', Shirts: 'shirt' },
  Knitwear: { Jumpers: 'knitwear', Cardigans: 'knitwear' },
  'Sweatshirts & hoodies': { Sweatshirts: 'sweatshirt', Hoodies: 'sweatshirt' },
  Trousers: { Jeans: 'jeans', Chinos: 'trousers', Joggers: 'trousers', Shorts: 'shorts' },
  Outerwear: { 'Winter jackets': 'outerwear', 'Rain jackets': 'outerwear', 'Snow suits': 'outerwear' },
  Underwear: { Briefs: 'underwear', Vests: 'underwear', Socks: 'socks' },
  Nightwear: 'nightwear',
} as const satisfies CategoryBranch;

const CHILDRENS_SHOES = {
  Trainers: 'sneaker',
  'First shoes': 'shoe',
  Sandals: 'sandal',
  'Winter boots': 'boot',
  'Wellington boots': 'boot',
  Slippers: 'slipper',
} as const satisfies CategoryBranch;

const CHILDRENS_ACCESSORIES = {
  'Hats & caps': 'hat',
  Scarves: 'scarf',
  Gloves: 'gloves',
  Backpacks: 'fabric bag',
  'Pencil cases': 'fabric bag',
} as const satisfies CategoryBranch;

const SPORTSWEAR = {
  'Sports tops': 'sportswear',
  'Sports shorts': 'sportswear',
  Leggings: 'sportswear',
  Tracksuits: 'sportswear',
  'Base layers': 'sportswear',
  'Softshell jackets': 'outerwear',
  'Running shoes': 'sports shoe',
  'Football boots': 'sports shoe',
  'Hiking boots': 'boot',
  'Gym bags': 'fabric bag',
} as const satisfies CategoryBranch;

const WATCHES = { 'Analogue watches': 'watch', 'Digital watches': 'watch' } as const satisfies CategoryBranch;

/**
 * The marketplace's categories. Rule for compositions: only a leaf can take one, of the type that its kind
 * of goods declares; inner nodes take none, nor do goods whose make-up is not a matter of materials
 * (beauty, candles, gift cards).
 */
export const CATEGORY_TREE: CategoryBranch = {
  Women: {
    Clothing: {
      Dresses: {
        'Summer dresses': 'dress',
        'Evening dresses': 'dress',
        'Cocktail dresses': 'dress',
        'Shirt dresses': 'dress',
        'Knitted dresses': 'dress',
        'Wedding dresses': 'dress',
      },
      Tops: {
        'T-shirts': 'top',
        'Tank tops': 'top',
        Bodysuits: 'top',
        'Corset tops': 'top',
        'Long-sleeved tops': 'top',
      },
      'Shirts & blouses': {
        Shirts: 'shirt',
        Blouses: 'shirt',
        Tunics: 'shirt',
        'Broderie anglaise blouses': 'shirt',
      },
      Knitwear: {
        Jumpers: 'knitwear',
        Cardigans: 'knitwear',
        'Roll-neck jumpers': 'knitwear',
        Ponchos: 'knitwear',
      },
      'Sweatshirts & hoodies': {
        Sweatshirts: 'sweatshirt',
        Hoodies: 'sweatshirt',
        'Zip-up hoodies': 'sweatshirt',
      },
      Jeans: {
        'Skinny jeans': 'jeans',
        'Straight jeans': 'jeans',
        'Wide-leg jeans': 'jeans',
        'Bootcut jeans': 'jeans',
        'Mom jeans': 'jeans',
      },
      Trousers: {
        Chinos: 'trousers',
        'Cargo trousers': 'trousers',
        Culottes: 'trousers',
        'Pleated trousers': 'trousers',
        'Leather trousers': 'leather clothing',
        Shorts: 'shorts',
      },
      Skirts: {
        'Mini skirts': 'skirt',
        'Midi skirts': 'skirt',
        'Maxi skirts': 'skirt',
        'Pleated skirts': 'skirt',
      },
      'Jumpsuits & playsuits': 'jumpsuit',
      'Blazers & suits': { Blazers: 'tailoring', Waistcoats: 'tailoring', 'Trouser suits': 'tailoring' },
      Outerwear: {
        Coats: { 'Wool coats': 'outerwear', 'Trench coats': 'outerwear', Parkas: 'outerwear' },
        Jackets: {
          'Down jackets': 'outerwear',
          'Bomber jackets': 'outerwear',
          'Denim jackets': 'outerwear',
          'Leather jackets': 'leather clothing',
        },
      },
      'Lingerie & nightwear': {
        Bras: { 'T-shirt bras': 'bra', 'Push-up bras': 'bra', Bralettes: 'bra', 'Nursing bras': 'bra' },
        Briefs: 'underwear',
        Shapewear: 'underwear',
        Négligés: 'nightwear',
        Pyjamas: 'nightwear',
        'Dressing gowns': 'nightwear',
        'Tights & stockings': 'hosiery',
        Socks: 'socks',
      },
      Swimwear: { Bikinis: 'swimwear', Swimsuits: 'swimwear', Tankinis: 'swimwear', Kaftans: 'dress' },
      'Maternity wear': { 'Maternity dresses': 'dress', 'Maternity jeans': 'jeans', 'Maternity tops': 'top' },
    },
    Shoes: {
      Trainers: {
        'Low-top trainers': 'sneaker',
        'High-top trainers': 'sneaker',
        'Platform trainers': 'sneaker',
      },
      'High heels': { Pumps: 'heel', 'Peep-toe heels': 'heel', 'Slingback heels': 'heel', Platforms: 'heel' },
      Boots: {
        'Ankle boots': 'boot',
        'Knee-high boots': 'boot',
        'Overknee boots': 'boot',
        'Chelsea boots': 'boot',
      },
      'Flat shoes': { Ballerinas: 'shoe', Loafers: 'shoe', 'Lace-up shoes': 'shoe', Espadrilles: 'shoe' },
      Sandals: {
        'Strappy sandals': 'sandal',
        'Wedge sandals': 'heel',
        Mules: 'sandal',
        'Flip-flops': 'sandal',
      },
      Slippers: 'slipper',
    },
    Bags: {
      Handbags: 'bag',
      Shoppers: 'bag',
      'Shoulder bags': 'bag',
      'Cross-body bags': 'bag',
      Clutches: 'bag',
      Backpacks: 'fabric bag',
      'Tote bags': 'fabric bag',
      Purses: 'wallet',
    },
    Jewellery: {
      Rings: { 'Stacking rings': 'ring', 'Engagement rings': 'ring', 'Signet rings': 'ring' },
      Necklaces: { Chains: 'necklace', Pendants: 'necklace', Chokers: 'necklace' },
      Bracelets: { Bangles: 'bracelet', 'Charm bracelets': 'bracelet', Anklets: 'bracelet' },
      Earrings: {
        Studs: 'earrings',
        Hoops: 'earrings',
        'Drop earrings': 'earrings',
        'Ear cuffs': 'earrings',
      },
      Brooches: 'brooch',
    },
    Accessories: {
      Belts: 'belt',
      'Scarves & shawls': 'scarf',
      Hats: 'hat',
      Gloves: 'gloves',
      Sunglasses: 'eyewear',
      Watches: WATCHES,
      'Hair accessories': 'hair accessory',
      Umbrellas: 'umbrella',
    },
    Sports: { ...SPORTSWEAR, 'Sports bras': 'bra' },
  },
  Men: {
    Clothing: {
      'T-shirts & polos': {
        'T-shirts': 'top',
        'Polo shirts': 'top',
        'Tank tops': 'top',
        'Long-sleeved tops': 'top',
      },
      Shirts: {
        'Business shirts': 'shirt',
        'Casual shirts': 'shirt',
        'Denim shirts': 'shirt',
        'Linen shirts': 'shirt',
      },
      Knitwear: { Jumpers: 'knitwear', Cardigans: 'knitwear', 'Roll-neck jumpers': 'knitwear' },
      'Sweatshirts & hoodies': {
        Sweatshirts: 'sweatshirt',
        Hoodies: 'sweatshirt',
        'Zip-up hoodies': 'sweatshirt',
      },
      Jeans: {
        'Slim jeans': 'jeans',
        'Straight jeans': 'jeans',
        'Tapered jeans': 'jeans',
        'Loose jeans': 'jeans',
      },
      Trousers: {
        Chinos: 'trousers',
        'Cargo trousers': 'trousers',
        'Suit trousers': 'trousers',
        Joggers: 'trousers',
        Shorts: 'shorts',
      },
      Suits: {
        'Two-piece suits': 'tailoring',
        Blazers: 'tailoring',
        Waistcoats: 'tailoring',
        Tuxedos: 'tailoring',
      },
      Outerwear: {
        Coats: { 'Wool coats': 'outerwear', 'Trench coats': 'outerwear', Parkas: 'outerwear' },
        Jackets: {
          'Down jackets': 'outerwear',
          'Bomber jackets': 'outerwear',
          'Field jackets': 'outerwear',
          'Leather jackets': 'leather clothing',
        },
      },
      'Underwear & nightwear': {
        'Boxer shorts': 'underwear',
        Briefs: 'underwear',
        Vests: 'underwear',
        Pyjamas: 'nightwear',
        Socks: 'socks',
      },
      Swimwear: { 'Swim shorts': 'swimwear', 'Swim briefs': 'swimwear' },
    },
    Shoes: {
      Trainers: { 'Low-top trainers': 'sneaker', 'High-top trainers': 'sneaker' },
      'Business shoes': { 'Oxford shoes': 'shoe', 'Derby shoes': 'shoe', 'Monk shoes': 'shoe' },
      Boots: { 'Chelsea boots': 'boot', 'Lace-up boots': 'boot', 'Winter boots': 'boot' },
      Loafers: 'shoe',
      Sandals: 'sandal',
      Slippers: 'slipper',
    },
    Bags: {
      Briefcases: 'bag',
      'Messenger bags': 'bag',
      Holdalls: 'fabric bag',
      Backpacks: 'fabric bag',
      Wallets: 'wallet',
    },
    Jewellery: { Rings: 'ring', Chains: 'necklace', Bracelets: 'bracelet', Cufflinks: 'brooch' },
    Accessories: {
      Belts: 'belt',
      'Ties & bow ties': 'tie',
      'Pocket squares': 'tie',
      Scarves: 'scarf',
      'Hats & caps': 'hat',
      Gloves: 'gloves',
      Sunglasses: 'eyewear',
      Watches: WATCHES,
    },
    Sports: SPORTSWEAR,
  },
  Girls: {
    Clothing: {
      ...CHILDRENS_BASICS,
      Dresses: { 'Everyday dresses': 'dress', 'Party dresses': 'dress' },
      Skirts: 'skirt',
      Swimwear: 'swimwear',
    },
    Shoes: { ...CHILDRENS_SHOES, Ballerinas: 'shoe' },
    Accessories: { ...CHILDRENS_ACCESSORIES, 'Hair accessories': 'hair accessory' },
    Jewellery: 'bracelet',
  },
  Boys: {
    Clothing: { ...CHILDRENS_BASICS, Swimwear: 'swimwear' },
    Shoes: { ...CHILDRENS_SHOES, 'Football boots': 'sports shoe' },
    Accessories: CHILDRENS_ACCESSORIES,
  },
  Babies: {
    Clothing: {
      Bodies: 'babywear',
      Rompers: 'babywear',
      'Knitted sets': 'knitwear',
      'Pram suits': 'outerwear',
      'Christening gowns': 'dress',
    },
    'Sleeping bags': 'babywear',
    'Crawling shoes': 'shoe',
    Bibs: 'home fabric',
    'Soft toys': 'soft toy',
    'Wooden toys': 'toy',
  },
  Beauty: {
    Fragrance: { 'Eau de parfum': 'fragrance', 'Eau de toilette': 'fragrance', 'Gift sets': 'fragrance' },
    'Skin care': {
      'Day creams': 'skin care',
      Serums: 'skin care',
      Cleansers: 'skin care',
      'Sun protection': 'skin care',
    },
    'Make-up': {
      Lipsticks: 'make-up',
      Foundations: 'make-up',
      Mascaras: 'make-up',
      'Nail varnishes': 'make-up',
    },
    'Hair care': { Shampoos: 'hair care', Conditioners: 'hair care', 'Styling products': 'hair care' },
  },
  'Home & living': {
    Bedroom: { 'Bed linen': 'bedding', Duvets: 'bedding', Blankets: 'home fabric' },
    Bathroom: { Towels: 'towel', 'Bath mats': 'towel', 'Soap dispensers': 'homeware' },
    'Living room': {
      Cushions: 'cushion',
      Curtains: 'curtain',
      Rugs: 'rug',
      Lamps: 'lamp',
      Vases: 'homeware',
    },
    Kitchen: {
      Crockery: 'homeware',
      Glasses: 'homeware',
      'Table linen': 'home fabric',
      Aprons: 'home fabric',
    },
    Candles: 'candle',
    Baskets: 'homeware',
  },
  'Gift cards': 'gift card',
};
